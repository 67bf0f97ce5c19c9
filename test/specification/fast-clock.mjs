/**
 * Preloaded into the command (`node --import`). The command's clock and timers then run many times faster, so that
 * minutes of waiting take seconds in a test. Nothing else in the command changes.
 */

import { createRequire, syncBuiltinESMExports } from "node:module";

const factor = Number(process.env.FAST_CLOCK ?? 1);
const began = Number(process.env.FAST_CLOCK_FROM ?? Date.now());
const load = createRequire(import.meta.url);
const timers = load("node:timers");
const promises = load("node:timers/promises");

const realNow = Date.now.bind(Date);
const realPerformance = performance.now.bind(performance);
const now = () => Math.round(began + (realNow() - began) * factor);

/** Only the current time differs. Dates that are made from a given time are unchanged. */
globalThis.Date = new Proxy(Date, {
  construct: (target, given, constructed) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, constructed),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
performance.now = () => realPerformance() * factor;

for (const name of ["setTimeout", "setInterval"]) {
  const real = timers[name];
  const faster = (run, ms = 0, ...rest) => real(run, ms / factor, ...rest);
  Object.defineProperties(faster, Object.getOwnPropertyDescriptors(real));
  timers[name] = faster;
  globalThis[name] = faster;
}
const wait = promises.setTimeout;
promises.setTimeout = (ms, ...rest) => wait(ms / factor, ...rest);
syncBuiltinESMExports();
