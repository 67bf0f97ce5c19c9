/** `drift --who`: who caused drift according to a product's change log, in virtual time and as text. */

import { describe, expect, test } from "vitest";
import type { Who } from "../../../src/model/live/snapshot.ts";
import { whoChanged } from "../../../src/observe/change-log/change-authors.ts";
import { driftDocument, driftMarkdown, driftText } from "../../../src/report/drift/drift.ts";
import { plain } from "../../../src/report/text/style.ts";
import { honest, type LogLies, staged } from "./staged.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

/** Returns the report an hour after somebody has changed the resources in `changes`. */
async function told(changes: readonly object[], lies: LogLies = honest(), backMs = 24 * hour) {
  const on = staged(lies);
  for (const one of changes) {
    on.network.change({ interface: "dashboard", ...one } as never);
    await on.clock.run(on.clock.wait(hour));
  }
  const { plan, snapshot } = await on.plan();
  const { resources } = on.context.desired;
  const drifted = plan.changes.flatMap(({ address }) => resources.get(address) ?? []);
  const input = { resources: drifted, snapshot, targets: on.context.targets, backMs };
  const parentOf = (address: string) => resources.get(address as never);
  const signal = new AbortController().signal;
  const now = start + on.clock.now();
  const who = await on.clock.run(whoChanged({ ...input, parentOf, now }, signal));
  return { who, plan, on };
}

const ssid = { network: "N_2", ssid: 0, set: { name: "Theirs" } };

describe("who changed what drifted", () => {
  test("is told of the SSID that it was, and not of the one beside it", async () => {
    const { who } = await told([ssid, { ...ssid, ssid: 1, set: { name: "Also theirs" } }]);
    expect([...who.found.keys()]).toEqual(["cloud/ssid/site-2.0", "cloud/ssid/site-2.1"]);
    for (const [, entries] of who.found) expect(entries).toHaveLength(1);
    const [first, second] = [...who.found.values()].map(([entry]) => entry);
    expect(first).toMatchObject({
      about: "resource",
      at: "2026-01-01T00:00:00.000Z",
      by: expect.any(String),
    });
    expect(second?.at).toBe("2026-01-01T01:00:00.000Z");
    expect(who.unread).toEqual(new Map());
  });

  test("is what was changed in its SSID, for what is in one", async () => {
    const { who, on } = await told([ssid, { ...ssid, ssid: 1, set: { name: "Also theirs" } }]);
    const own = on.context.desired.resources.get("cloud/ssid/site-2.0");
    if (!own) throw new Error("no SSID");
    const inside = { ...own, kind: "ssidSplashSettings", key: "site-2.0.splash", parent: own.address };
    const address = "cloud/ssidSplashSettings/site-2.0.splash" as const;
    const { snapshot } = await on.plan();
    const asked = { snapshot, targets: on.context.targets, backMs: 24 * hour, now: start + on.clock.now() };
    const parentOf = (at: typeof own.address) => on.context.desired.resources.get(at);
    const input = { resources: [{ ...inside, address }], parentOf, ...asked };
    const { found } = await on.clock.run(whoChanged(input, new AbortController().signal));
    expect(found.get(address)).toEqual([
      { ...(who.found.get(own.address)?.[0] ?? {}), about: "parent", at: "2026-01-01T00:00:00.000Z" },
    ]);
  });

  test("is the last three entries, the newest first", async () => {
    const names = ["One", "Two", "Three", "Four"];
    const { who } = await told(names.map((name) => ({ ...ssid, set: { name } })));
    const [entries = []] = [...who.found.values()];
    expect(entries.map(({ at }) => at.slice(11, 13))).toEqual(["03", "02", "01"]);
  });

  test("is nobody where the log goes no further back, and nothing is asked for what is as declared", async () => {
    const { who, on } = await told([ssid], honest(), hour / 2);
    expect([...who.found]).toEqual([["cloud/ssid/site-2.0", []]]);
    const before = on.logs();
    const input = { resources: [], snapshot: (await on.plan()).snapshot, targets: on.context.targets };
    const asked = on.logs();
    await whoChanged(
      { ...input, parentOf: () => undefined, backMs: hour, now: start },
      new AbortController().signal,
    );
    expect(on.logs()).toBe(asked);
    expect(before).toBeGreaterThan(0);
  });

  test("is not known where the log cannot be read, and that is said", async () => {
    const { who, plan } = await told([ssid], { ...honest(), failing: 0 });
    expect([...who.found]).toEqual([]);
    expect([...who.unread.keys()]).toEqual(["cloud, Acme"]);
    expect(driftText(plan, plain, who)).toContain("cloud, Acme: ");
  });
});

describe("what is shown of it", () => {
  const who: Who = {
    since: "2026-01-01T00:00:00.000Z",
    found: new Map([
      [
        "cloud/ssid/site-2.0",
        [
          {
            at: "2026-01-02T14:05:06.000Z",
            by: "Ada\u001b[31m <img src=x> | Admin",
            through: "Access control",
            label: "SSID name",
            about: "resource",
          },
          { at: "2026-01-02T13:00:00.000Z", by: "Bo", about: "parent" },
        ],
      ],
      ["cloud/ssid/site-3.0", []],
    ]) as Who["found"],
    unread: new Map([["fabric", "its product has no change log that trueup can read"]]),
  };

  test("is a line for each entry, and no character of a name does anything", async () => {
    const { plan } = await told([ssid]);
    const text = driftText(plan, plain, who);
    expect(text).toContain("Authors, from the change log since 2026-01-01");
    expect(text).toContain("2026-01-02 14:05 UTC  Ada");
    expect(text).toContain("Access control: SSID name");
    expect(text).toContain("Bo (a change in the same place; the log has no details)");
    expect(text).toContain("the log does not mention it");
    expect(text).toContain("fabric: its product has no change log");
    expect(text).not.toContain("\u001b");
    const markdown = driftMarkdown(plan, { who });
    expect(markdown).toContain("### Authors, from the change log since 2026-01-01");
    expect(markdown).not.toContain("<img");
    expect(driftMarkdown(plan)).not.toContain("### Who");
  });

  test("is a member of the document, where it was asked for", async () => {
    const { plan } = await told([ssid]);
    const found = [...who.found].map(([address, entries]) => ({ address, entries }));
    const unread = [{ target: "fabric", because: "its product has no change log that trueup can read" }];
    expect(driftDocument(plan, who)).toMatchObject({ who: { since: who.since, found, unread } });
    expect(driftDocument(plan)).not.toHaveProperty("who");
  });
});
