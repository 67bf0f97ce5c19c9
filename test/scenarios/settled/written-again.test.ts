/**
 * A field whose difference was remembered and that is then written again. It is remembered once more, and reported as
 * the first time.
 */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { byHand, type Kept, ran, unknown } from "./servers.ts";

const netflow = { enabled: true, collectorIp: "10.0.0.1" };
const port = (collectorPort: number) =>
  `{ lab: { name: lab, timeZone: Etc/UTC, netflow: ${JSON.stringify({ ...netflow, collectorPort })} } }`;
const portOf = (fields: JsonObject | undefined) =>
  (fields?.netflow as JsonObject | undefined)?.collectorPort ?? 0;
const having = (fields: JsonObject, collectorPort: number) => ({
  ...fields,
  netflow: { ...(fields.netflow as JsonObject), collectorPort },
});
const byHandTo = (known: Awaited<ReturnType<typeof ran>>["known"], collectorPort: number) =>
  byHand(known, { netflow: { ...netflow, collectorPort } });

const refused: Kept = {
  network: (fields) => ({ ...fields, netflow: { ...(fields.netflow as JsonObject), enabled: false } }),
};
const clamped: Kept = { network: (fields) => having(fields, Math.min(2000, Number(portOf(fields)))) };
const ignored: Kept = { network: (fields, was) => (was ? having(fields, Number(portOf(was))) : fields) };

describe("a person changes a field that was settled, and an apply takes that back", () => {
  test("a verdict that was not taken is not taken again: that apply ends with 3 too", async () => {
    const first = await ran(port(1000), refused, unknown);
    const odd = byHand(first.known, { netflow: { collectorIp: "10.0.0.1", collectorPort: 1000 } });
    const second = await ran(port(1000), refused, odd);
    expect([second.differences, second.status]).toEqual([["/netflow/enabled drift"], 3]);
    expect(second.result.notTaken).toMatchObject([{ path: "/netflow/enabled", live: false }]);
    const third = await ran(port(1000), refused, second.known);
    expect([third.sent, third.notTaken, third.status]).toEqual([[], ["/netflow/enabled"], 3]);
  });

  test("a number that is clamped once more is told once more, and not written again", async () => {
    const first = await ran(port(9000), clamped, unknown);
    const second = await ran(port(9000), clamped, byHandTo(first.known, 7));
    expect([second.differences, second.status]).toEqual([["/netflow/collectorPort drift"], 3]);
    expect(second.result.storedOtherwise).toMatchObject([{ desired: 9000, live: 2000 }]);
    const third = await ran(port(9000), clamped, second.known);
    expect([third.sent, third.status, third.stored.length]).toEqual([[], 0, 1]);
  });
});

test("what was not taken is pending where it is retried: nobody has changed live", async () => {
  const first = await ran(port(1000), ignored, unknown);
  const second = await ran(port(3000), ignored, first.known);
  const known = { ...second.known, base: (await ran(port(3000), {}, unknown)).known.base };
  const retried = await ran(port(3000), ignored, known, { retry: true });
  expect([retried.differences, retried.status]).toEqual([["/netflow/collectorPort pending"], 3]);
});

test("what Git changes again and again is pending, and in conflict once a person has changed it", async () => {
  const without: Kept = { network: ({ tags: _, ...fields }) => fields };
  const tags = (tag: string) => `{ lab: { name: lab, timeZone: Etc/UTC, tags: [${tag}] } }`;
  let known = unknown;
  for (const tag of ["one", "two", "three", "four"]) {
    const run = await ran(tags(tag), without, known);
    expect([run.differences, run.status]).toEqual([[tag === "one" ? "create" : "/tags pending"], 3]);
    known = run.known;
  }
  const changed = await ran(tags("five"), without, byHand(known, { tags: ["other"] }));
  expect(changed.differences).toEqual(["/tags conflict"]);
});
