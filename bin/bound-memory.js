/** Bounds what a process holds: a third less memory with 100,000 resources, and about the same time. Done on import. */

// Not imported: see trueup.js.
const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule("node:v8");

// Above this, garbage is collected when there is a third as much of it as of what stays, not four times as much. While
// a project is loaded nearly all stays: collecting finds little then, and no timer runs. The resident size counts all
// threads.
const large = 150_000_000;
const old = setInterval(() => {
  if (process.memoryUsage.rss() < large) return;
  setFlagsFromString("--heap-growing-percent=33");
  clearInterval(old);
}, 10);
old.unref();
// The space of what is young grows to some megabytes, and not to a hundred. Node cannot be told so while it runs.
const young = setInterval(() => {
  const { space_size: bytes = 0 } =
    getHeapSpaceStatistics().find((one) => one.space_name === "new_space") ?? {};
  if (bytes < 16_000_000) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  clearInterval(young);
}, 10);
young.unref();
// Code that V8 keeps fits the flags that it was kept with: those of the next start, and not those of a long run.
process.once("exit", () => {
  setFlagsFromString("--heap-growing-percent=0");
  setFlagsFromString("--semi-space-growth-factor=2");
});
