/**
 * Lists of a device whose elements have no key. They are compared by their declared values, and written together with
 * undeclared values.
 */

import { expect, test } from "vitest";
import { overlay } from "../../../../src/drivers/yang/device/overlay.ts";
import { stage } from "../../../servers/virtual-time/run.ts";

const place = { interface: "restconf", host: "10.20.0.1", path: "Vendor-native:native/ntp" } as const;
type Servers = readonly Readonly<Record<string, string | number | boolean>>[];

const filesOf = (servers: Servers, ownership = "declared") => ({
  "desired-state/routers.yaml": JSON.stringify({
    target: "routers",
    devices: {
      r1: { host: "10.20.0.1", ownership, config: { "/Vendor-native:native/ntp": { server: servers } } },
    },
  }),
});

function staged(declared: Servers, live: Servers, ownership?: string) {
  const files = filesOf(declared, ownership);
  const on = stage({ files });
  on.network.change({ ...place, value: { server: live.map((one) => ({ ...one })) } });
  return on;
}

const a = { ip: "10.0.0.1" };
const b = { ip: "10.0.0.2" };

test("what a device shows of an element besides is no difference, but in an exclusive tree", async () => {
  const live = [{ ...a, prefer: true }, b];
  expect((await staged([a, b], live).plan()).plan.changes).toEqual([]);
  expect((await staged([a, b], live, "exclusive").plan()).plan.changes).toHaveLength(1);
  expect((await staged([b, a], live).plan()).plan.changes).toHaveLength(1);
});

test.each<readonly [string, Servers, Servers, Servers]>([
  ["one is put in", [b, a], [{ ...a, prefer: true }], [b, { ...a, prefer: true }]],
  [
    "one is taken out",
    [b],
    [
      { ...a, prefer: true },
      { ...b, version: 4 },
    ],
    [{ ...b, version: 4 }],
  ],
  ["one is changed: nothing says that it is the same", [b], [{ ...a, prefer: true }], [b]],
  [
    "one of two goes: nothing says which",
    [a],
    [
      { ...a, prefer: true },
      { ...a, version: 4 },
    ],
    [a],
  ],
])("elements keep the rest: %s", async (_, declared, live, there) => {
  const on = staged(declared, live);
  const result = await on.apply(await on.plan());
  expect(result.nonConvergent).toEqual([]);
  const { restconf } = on.network.world;
  expect(JSON.stringify([...restconf.routers.values()])).toContain(JSON.stringify(there));
  expect((await on.plan()).plan.changes).toEqual([]);
});

test("a list with keys is laid over what is live as before, element by element", () => {
  const lists = { "/list": ["id"] };
  const live = { list: [{ id: 1, x: 1, in: [{ n: 1, m: 1 }] }, { id: 2 }] };
  const declared = { list: [{ id: 1, y: 2, in: [{ n: 1 }, { n: 2 }] }] };
  expect(overlay(live, declared, { lists })).toEqual({
    list: [{ id: 1, x: 1, y: 2, in: [{ n: 1, m: 1 }, { n: 2 }] }, { id: 2 }],
  });
});
