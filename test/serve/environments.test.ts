/** Several environments in one process do not affect each other, even over a long time. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { emptyState, withDiffering } from "../../src/serve/state/environment-state.ts";
import { times } from "../long-forms.ts";
import { networks, projectFile, stage } from "./stage.ts";

const onMerge = "serve: { apply: onMerge, observe: 1h }\n";

test("a look is as old as the oldest of its targets, each looked at in its own time", async () => {
  const two = `  east: { interface: dashboard, url: https://east.example.net, credential: { apiKey: { secret: env:KEY } } }
serve: { observe: 10m }
`;
  const east = networks({ oslo: "Europe/Oslo" }).replace("cloud", "east");
  const at = await stage({
    files: {
      "trueup.yaml": projectFile(two),
      "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }),
      "desired-state/b.yaml": east,
    },
  });
  await at.until(({ look }) => look !== undefined);
  for (let hour = 0; hour < 3; hour += 1) {
    await at.pass(3_600_000);
    const seen = at.see();
    const ageMs = Date.parse(at.clock.date()) - Date.parse(seen?.look?.observedAt ?? "");
    expect(ageMs).toBeLessThanOrEqual(20 * 60_000);
    expect(seen?.look).toBe(at.see()?.look);
  }
});

test("two of one repository are applied apart, each with its lock and record, and one that is broken stops no other", async () => {
  const at = await stage({
    projectFiles: ["trueup.yaml", "staging.yaml"],
    files: {
      "trueup.yaml": projectFile(onMerge),
      "staging.yaml": projectFile(`desiredState: staging\n${onMerge}`, "staging"),
      "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }),
      "staging/a.yaml": networks({ oslo: "Europe/Oslo" }),
    },
  });
  await at.until(({ state }) => state === "inSync");
  await at.until(({ state }) => state === "inSync", { id: "net/staging" });
  expect(at.live()).toEqual({ berlin: "Europe/Berlin", oslo: "Europe/Oslo" });
  const counts = ["net/test", "net/staging"].flatMap((id) => at.see(id)?.targets[0]?.counts ?? []);
  expect(counts.map(({ writes }) => writes)).toEqual([1, 1]);
  for (const { requests, writes } of counts) expect(requests).toBeGreaterThan(writes);
  expect(at.writes()).toBe(2);
  expect(
    at
      .running()
      .environments()
      .map(({ id }) => id),
  ).toEqual(["net/staging", "net/test"]);
  at.merge({
    "staging/a.yaml": "target: nowhere\n",
    "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }),
  });
  await at.until(({ look }) => look !== undefined && at.live().berlin === "Europe/Paris");
  const broken = await at.until(({ state }) => state === "failing", { id: "net/staging" });
  expect(broken.reasons[0]).toMatchObject({ because: "projectInvalid" });
  expect(broken.look).toBeDefined();
  at.merge({ "staging/a.yaml": networks({ oslo: "Europe/Rome" }) });
  await at.until(({ state }) => state === "inSync", { id: "net/staging" });
  expect(at.live()).toEqual({ berlin: "Europe/Paris", oslo: "Europe/Rome" });
});

test("a project file that describes an environment that is followed already is a problem, and applies nothing", async () => {
  const files = { "trueup.yaml": projectFile(onMerge), "again.yaml": projectFile(onMerge) };
  const a = networks({ berlin: "Europe/Berlin" });
  const at = await stage({
    projectFiles: ["trueup.yaml", "again.yaml"],
    files: { ...files, "desired-state/a.yaml": a },
  });
  await at.until(({ state }) => state === "inSync");
  const all = () => at.running().environments();
  const twice = all().find(({ id }) => id !== "net/test");
  await at.until(({ state }) => state === "failing", { id: twice?.id ?? "" });
  expect(all().flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(["serve-twice"]);
});

test("since when something differs begins anew with another cause, and with no other look", () => {
  const differing = (cause: "drift" | "conflict") => new Map([["a/b/c", cause] as const]);
  const first = withDiffering(emptyState, differing("drift"), "2026-01-01T00:00:00Z");
  const again = withDiffering(first, differing("drift"), "2026-01-01T01:00:00Z");
  const other = withDiffering(again, differing("conflict"), "2026-01-01T02:00:00Z");
  expect(again).toBe(first);
  expect(first.since.get("a/b/c")).toEqual({ cause: "drift", at: "2026-01-01T00:00:00Z" });
  expect(other.since.get("a/b/c")).toEqual({ cause: "conflict", at: "2026-01-01T02:00:00Z" });
});

test("who listens hears of the next change too after a mistake of its own, which is said once", async () => {
  const mistakes: unknown[] = [];
  const files = { "trueup.yaml": projectFile(onMerge), "desired-state/a.yaml": networks({}) };
  const at = await stage({ files, onMistake: (error) => void mistakes.push(error) });
  const mistake = new Error("a mistake of who listens");
  let heard = 0;
  at.running().listen(() => {
    heard += 1;
    throw mistake;
  });
  await at.until(({ state }) => state === "inSync");
  const before = heard;
  await at.pass(7_200_000);
  expect([before > 1, heard > before, mistakes]).toEqual([true, true, [mistake]]);
});

test("days of looking keep to the schedule, and what is kept does not grow", async () => {
  const days = times("servedDays");
  const length = times("servedNetworks");
  const many = Object.fromEntries(Array.from({ length }, (_, one) => [`n${one}`, "Europe/Berlin"]));
  const files = { "trueup.yaml": projectFile(onMerge), "desired-state/a.yaml": networks(many) };
  const at = await stage({ files, live: many, fetchEveryMs: 86_400_000 });
  await at.until(({ state }) => state === "inSync");
  const counts = () => at.see()?.targets[0]?.counts ?? { requests: 0, writes: 0 };
  const first = counts();
  const heaps: number[] = [];
  for (let day = 0; day < days; day += 1) {
    await at.pass(86_400_000);
    heaps.push(heapHeld());
    expect(at.see()?.state).toBe("inSync");
  }
  // Each observation needs two requests: one for the organization, and one for the list of networks.
  const looks = (counts().requests - first.requests) / days / 2;
  expect(looks).toBeGreaterThanOrEqual(24);
  expect(looks).toBeLessThanOrEqual(26);
  expect(counts().writes).toBe(first.writes);
  expect(at.see()?.history.length).toBeLessThanOrEqual(500);
  const [day1 = 0, last = 0] = [heaps[0], heaps.at(-1)];
  expect(last).toBeLessThanOrEqual(day1 * 1.05);
});

/** Returns the size of the used heap after a garbage collection, in bytes. */
function heapHeld(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
