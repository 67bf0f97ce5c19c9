/**
 * Limits the memory of the process when imported. A plan of 100,000 resources then needs a third less memory and about
 * the same time.
 */

// Not imported: see trueup.js.
const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule("node:v8");

// The resident size above which the heap is collected each time it has grown by a third. By default, it may grow
// fourfold. While a project is being loaded, nearly everything is in use, so collecting would free little.
const large = 150_000_000;
const old = setInterval(() => {
  if (process.memoryUsage.rss() < large) return;
  setFlagsFromString("--heap-growing-percent=33");
  clearInterval(old);
}, 10);
old.unref();
// Stops the growth of the young generation at 16 MB instead of a hundred. Node has no option for this at run time.
const young = setInterval(() => {
  const { space_size: bytes = 0 } =
    getHeapSpaceStatistics().find((one) => one.space_name === "new_space") ?? {};
  if (bytes < 16_000_000) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  clearInterval(young);
}, 10);
young.unref();
// V8 accepts cached code only with the flags with which it was cached. So the cache is written with the flags that the
// next start has at first, and not with the flags set above.
process.once("exit", () => {
  setFlagsFromString("--heap-growing-percent=0");
  setFlagsFromString("--semi-space-growth-factor=2");
});
