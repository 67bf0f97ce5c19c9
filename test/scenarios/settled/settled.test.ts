/**
 * Servers that spell, clamp, ignore, derive, delay and refuse values: what the runs after the first write report and
 * send.
 */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { byHand, type Kept, networkIn, ran, ssidIn, unknown } from "./servers.ts";

const tags = (list: string) => `{ lab: { name: lab, timeZone: Etc/UTC, tags: [${list}] } }`;
const port = (collectorPort: number, more = "") =>
  `{ lab: { name: lab, timeZone: Etc/UTC, netflow: { enabled: true, collectorIp: 10.0.0.1, collectorPort: ${collectorPort} }${more} } }`;
const ssid = (fields: string) => `{ lab: { name: lab, timeZone: Etc/UTC, ssids: { 1: { ${fields} } } } }`;

const upperTags: Kept = {
  network: (fields) => ({ ...fields, tags: [fields.tags].flat().map((each) => String(each).toUpperCase()) }),
};
const netflowOf = (fields: JsonObject | undefined) => (fields?.netflow ?? {}) as JsonObject;
const clamped: Kept = {
  network: (fields) => ({
    ...fields,
    netflow: { ...netflowOf(fields), collectorPort: Math.min(2000, Number(netflowOf(fields).collectorPort)) },
  }),
};
const ignoredPort: Kept = {
  network: (fields, was) =>
    was
      ? { ...fields, netflow: { ...netflowOf(fields), collectorPort: netflowOf(was).collectorPort ?? null } }
      : fields,
};

/** Runs twice more with the same declarations: nothing is sent, and both runs report the same. */
async function settled(
  networks: string,
  kept: Kept,
  known: Awaited<ReturnType<typeof ran>>["known"],
): Promise<Awaited<ReturnType<typeof ran>>> {
  const first = await ran(networks, kept, known);
  const second = await ran(networks, kept, first.known);
  for (const each of [first, second]) expect([each.sent, each.differences]).toEqual([[], []]);
  expect(second.stored).toEqual(first.stored);
  expect(second.notTaken).toEqual(first.notTaken);
  return second;
}

describe("a server that keeps nothing of what is empty", () => {
  const absentTags: Kept = {
    network: ({ tags: list, ...fields }) =>
      [list].flat().length > 0 ? { ...fields, tags: list ?? [] } : fields,
  };

  test("has taken it: the first apply ends with 0, and no later run writes or plans anything", async () => {
    const first = await ran(tags(""), absentTags, unknown);
    expect(first.status).toBe(0);
    const later = await settled(tags(""), absentTags, first.known);
    expect([later.status, later.notTaken]).toEqual([0, []]);
  });

  test("has drifted once somebody puts something there", async () => {
    const first = await ran(tags(""), absentTags, unknown);
    const second = await ran(tags(""), absentTags, byHand(first.known, { tags: ["other"] }));
    expect([second.differences, second.sent.length]).toEqual([["/tags drift"], 1]);
  });
});

describe("a server that spells a text otherwise", () => {
  test("is told once, ends with 0, and no later run writes or plans anything", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    expect(first.result.storedOtherwise).toMatchObject([
      { path: "/tags", desired: ["one"], live: ["ONE"], likely: "case" },
    ]);
    expect([first.status, first.result.notTaken]).toEqual([0, undefined]);
    const later = await settled(tags("one"), upperTags, first.known);
    expect(later.stored).toEqual([{ path: "/tags", desired: ["one"], live: ["ONE"] }]);
    expect([later.status, later.notTaken]).toEqual([0, []]);
  });

  test("is the same where an apply of an earlier version has written it: live was so before", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    const forgotten = { ...first.known, memory: { ...first.known.memory, forms: undefined } };
    const second = await ran(tags("one"), upperTags, forgotten);
    expect([second.sent.length, second.status, second.known.left]).toEqual([1, 0, []]);
    const later = await settled(tags("one"), upperTags, second.known);
    expect([later.status, later.stored.length, later.notTaken]).toEqual([0, 1, []]);
  });

  test("is written once more when Git changes, as pending and never in conflict", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    const second = await ran(tags("two"), upperTags, first.known);
    expect(second.differences).toEqual(["/tags pending"]);
    expect([second.sent.length, second.status]).toEqual([1, 0]);
    await settled(tags("two"), upperTags, second.known);
  });

  test("has drifted once somebody changes it, and the pair is as it was after that is taken back", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    const second = await ran(tags("one"), upperTags, byHand(first.known, { tags: ["other"] }));
    expect([second.differences, second.sent.length]).toEqual([["/tags drift"], 1]);
    await settled(tags("one"), upperTags, second.known);
  });

  test("has nothing remembered once live is as declared", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    expect(first.known.memory.forms?.size).toBe(1);
    const second = await ran(tags("ONE"), upperTags, first.known);
    expect([second.sent, second.stored, second.known.memory.forms]).toEqual([[], [], undefined]);
  });

  test("does not go along with an update of another field", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    const more = tags("one").replace("Etc/UTC", "Europe/Berlin");
    const second = await ran(more, upperTags, first.known);
    expect([second.differences, second.status]).toEqual([["/timeZone pending"], 0]);
    await settled(more, upperTags, second.known);
  });
});

describe("a server that clamps a number", () => {
  test("ends with 3 where it is met, and with 0 from then on", async () => {
    const first = await ran(port(9000), clamped, unknown);
    expect(first.status).toBe(3);
    expect(first.result.storedOtherwise).toMatchObject([
      { path: "/netflow/collectorPort", desired: 9000, live: 2000 },
    ]);
    const later = await settled(port(9000), clamped, first.known);
    expect([later.status, later.stored]).toEqual([
      0,
      [{ path: "/netflow/collectorPort", desired: 9000, live: 2000 }],
    ]);
  });

  test("that had so much before has not taken it: nothing tells these apart", async () => {
    const first = await ran(port(2000), clamped, unknown);
    const second = await ran(port(9000), clamped, first.known);
    expect([second.status, second.result.notTaken?.length]).toEqual([3, 1]);
    const later = await settled(port(9000), clamped, second.known);
    expect([later.status, later.notTaken]).toEqual([3, ["/netflow/collectorPort"]]);
  });
});

describe("a server that ignores a field", () => {
  test("has not taken it: no apply ends with 0, and none writes it again", async () => {
    const first = await ran(port(1000), ignoredPort, unknown);
    expect(first.status).toBe(0);
    const second = await ran(port(3000), ignoredPort, first.known);
    expect([second.status, second.sent.length]).toEqual([3, 1]);
    expect(second.known.left).toEqual([]);
    const later = await settled(port(3000), ignoredPort, second.known);
    expect([later.status, later.notTaken]).toEqual([3, ["/netflow/collectorPort"]]);
    expect(later.known.left).toEqual(second.known.left);
  });

  test("is written to again with --retry, once for each, and when Git changes", async () => {
    const first = await ran(port(1000), ignoredPort, unknown);
    const second = await ran(port(3000), ignoredPort, first.known);
    const retried = await ran(port(3000), ignoredPort, second.known, { retry: true });
    expect([retried.sent.length, retried.status, retried.notTaken]).toEqual([1, 3, []]);
    await settled(port(3000), ignoredPort, retried.known);
    const taken = await ran(port(3000), {}, retried.known, { retry: true });
    expect([taken.status, taken.known.memory.forms]).toEqual([0, undefined]);
    const changed = await ran(port(4000), ignoredPort, second.known);
    expect(changed.differences).toEqual(["/netflow/collectorPort pending"]);
  });

  test("is drift once somebody changes it", async () => {
    const first = await ran(port(1000), ignoredPort, unknown);
    const second = await ran(port(3000), ignoredPort, first.known);
    const netflow = { enabled: true, collectorIp: "10.0.0.1", collectorPort: 7 };
    const third = await ran(port(3000), {}, byHand(second.known, { netflow }));
    expect([third.notTaken, third.differences, third.status]).toEqual([
      [],
      ["/netflow/collectorPort drift"],
      0,
    ]);
  });
});

describe("a server that makes something else of a value that decides", () => {
  const refusing: Kept = {
    network: (fields) => ({ ...fields, netflow: { ...netflowOf(fields), enabled: false } }),
  };

  test("has not taken it, from the create on", async () => {
    const first = await ran(port(1000), refusing, unknown);
    expect([first.status, first.result.storedOtherwise]).toEqual([3, undefined]);
    expect(first.result.notTaken).toMatchObject([{ path: "/netflow/enabled", desired: true, live: false }]);
    const later = await settled(port(1000), refusing, first.known);
    expect([later.status, later.notTaken, later.stored]).toEqual([3, ["/netflow/enabled"], []]);
  });

  test("stays that, whatever a memory calls it", async () => {
    const first = await ran(port(1000), refusing, unknown);
    const forms = new Map(
      [...(first.known.memory.forms ?? [])].map(([address, all]) => [
        address,
        all.map((one) => ({ ...one, is: "stored" as const })),
      ]),
    );
    const forged = { ...first.known, memory: { ...first.known.memory, forms } };
    const second = await ran(port(1000), refusing, forged);
    expect([second.stored, second.notTaken, second.differences]).toEqual([
      [],
      [],
      ["/netflow/enabled drift"],
    ]);
  });
});

describe("a thing of which one field is not taken", () => {
  test("is recorded all the same: what Git changes twice in another field is pending each time", async () => {
    const at = (zone: string, collectorPort: number) => port(collectorPort).replace("Etc/UTC", zone);
    const first = await ran(at("Etc/UTC", 1000), ignoredPort, unknown);
    const second = await ran(at("Europe/Berlin", 9000), ignoredPort, first.known);
    expect([second.known.left, second.status]).toEqual([[], 3]);
    const third = await ran(at("Europe/Rome", 9000), ignoredPort, second.known);
    expect([third.differences, third.notTaken]).toEqual([["/timeZone pending"], ["/netflow/collectorPort"]]);
    expect([third.known.left, third.status]).toEqual([[], 3]);
  });

  test("stays as it was recorded where that field is its name", async () => {
    const oldName: Kept = { network: (fields, was) => ({ ...fields, name: was?.name ?? fields.name ?? "" }) };
    const first = await ran(tags("one"), oldName, unknown);
    const renamed = tags("one").replace("name: lab", "name: office");
    const second = await ran(renamed, oldName, first.known);
    expect(second.known.left).toMatchObject([{ address: "cloud/network/lab", because: "failed" }]);
    const third = await ran(renamed, oldName, second.known);
    expect([third.sent, third.notTaken]).toEqual([[], ["/name"]]);
    expect(third.known.left).toMatchObject([{ address: "cloud/network/lab", because: "failed" }]);
  });
});

describe("values that are worked out", () => {
  const derived: Kept = {
    network: (fields) => ({
      ...fields,
      netflow: { ...netflowOf(fields), collectorPort: String(fields.timeZone).length * 100 },
    }),
  };

  test("end as stored otherwise, also where another field was written", async () => {
    const first = await ran(port(300), derived, unknown);
    expect([first.status, first.result.nonConvergent]).toEqual([0, []]);
    const berlin = port(300).replace("Etc/UTC", "Europe/Berlin");
    const second = await ran(berlin, derived, first.known);
    expect([second.differences, second.status]).toEqual([["/timeZone pending"], 3]);
    const later = await settled(berlin, derived, second.known);
    expect([later.status, later.stored]).toEqual([
      0,
      [{ path: "/netflow/collectorPort", desired: 300, live: 1300 }],
    ]);
  });
});

describe("an answer that shows what is stored", () => {
  const trimmed: Kept = { ssid: (fields) => ({ ...fields, name: String(fields.name).toLowerCase() }) };

  test("makes a pair with the look after it, without a second one", async () => {
    const first = await ran(ssid("name: Guest"), trimmed, unknown);
    expect([first.status, first.result.storedOtherwise?.length]).toEqual([0, 1]);
    expect(ssidIn(first.known.world)).toMatchObject({ name: "guest" });
    await settled(ssid("name: Guest"), trimmed, first.known);
  });

  test("that says otherwise makes none: the look may show what somebody changed", async () => {
    const echoing = { ...trimmed, echoes: true };
    const first = await ran(ssid("name: Guest"), echoing, unknown);
    expect([first.status, first.result.storedOtherwise, first.known.memory.forms]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    const second = await ran(ssid("name: Guest"), echoing, first.known);
    expect([second.differences, second.sent.length]).toEqual([["/name drift"], 1]);
    const later = await settled(ssid("name: Guest"), echoing, second.known);
    expect([later.status, later.notTaken]).toEqual([3, ["/name"]]);
  });
});

test("a run that remembers nothing looks once, as before", async () => {
  const first = await ran(tags("one"), upperTags, unknown);
  expect(networkIn(first.known.world)).toMatchObject({ tags: ["ONE"] });
  expect(first.plan.fingerprint).not.toBe((await ran(tags("one"), upperTags, first.known)).plan.fingerprint);
  const empty = await ran("{}", {}, unknown);
  const settledPlan = await ran(tags("one"), upperTags, first.known);
  expect(settledPlan.plan.fingerprint).toBe(empty.plan.fingerprint);
});

describe("what is taken back", () => {
  test("is as its server spells it, and the next run writes what Git declares once", async () => {
    const first = await ran(tags("one"), upperTags, unknown);
    const failing: Kept = {
      network: (fields) => ({ ...upperTags.network?.(fields, undefined), timeZone: "Etc/UTC" }),
    };
    const both = tags("two").replace("Etc/UTC", "Europe/Berlin");
    const back = await ran(both, failing, first.known, { rollbackOnFailure: true });
    expect(back.result.rolledBack?.settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(networkIn(back.known.world)).toMatchObject({ tags: ["ONE"] });
    const later = await ran(both, upperTags, back.known);
    expect(later.differences).toEqual(["/tags pending", "/timeZone pending"]);
    expect([later.sent.length, later.status]).toEqual([1, 0]);
    await settled(both, upperTags, later.known);
  });
});
