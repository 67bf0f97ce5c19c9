/** Ignored fields are neither compared nor changed, but they are counted. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { absent, compared, differencesOf, present } from "../properties/compared.ts";
import { type More, network, ssid } from "../properties/declared.ts";
import { planOf } from "../properties/planned.ts";
import { stage } from "../servers/virtual-time/run.ts";

/** Compares a declared network with the live one, ignoring these fields. */
function ignoring(ignored: readonly string[], sides: { desired: Json; live: Json; more?: More }) {
  const { desired, live, more } = sides;
  return compared({
    desired: [network("berlin", desired, { ...more, ignored })],
    live: { "cloud/network/berlin": present(live) },
  });
}
const pathsOf = (comparison: ReturnType<typeof compared>) =>
  differencesOf(comparison).map((one) => ("path" in one ? one.path : undefined));
const ignoredIn = ({ ignored }: ReturnType<typeof compared>) => ignored.map(({ path }) => path);

describe("an ignored field", () => {
  test.each<[string, string[], Json, Json, string[], string[]]>([
    ["is no difference", ["/a"], { a: 1 }, { a: 2 }, [], ["/a"]],
    ["leaves the others", ["/a"], { a: 1, b: 1 }, { a: 2, b: 2 }, ["/b"], ["/a"]],
    ["stands for all in it", ["/n"], { n: { x: 1, y: 1 } }, { n: { x: 2, y: 2 } }, [], ["/n"]],
    ["may be inside an object", ["/n/x"], { n: { x: 1, y: 1 } }, { n: { x: 2, y: 2 } }, ["/n/y"], ["/n/x"]],
    ["may be a glob", ["/n/*"], { n: { x: 1, y: 1 }, m: 1 }, { n: { x: 2 }, m: 2 }, ["/m"], ["/n/x", "/n/y"]],
    ["may be everything", ["*"], { a: 1, n: { x: 1 } }, { a: 2 }, [], [""]],
    ["is none when live lacks it", ["/a"], { a: 1 }, {}, [], ["/a"]],
    ["is none when live lacks what it is in", ["/n/x"], { n: { x: 1 } }, {}, [], ["/n/x"]],
    ["is counted though it is equal", ["/a"], { a: 1 }, { a: 1 }, [], ["/a"]],
    ["is not counted when nobody declares it", ["/z"], { a: 1 }, { a: 2, z: 1 }, ["/a"], []],
    ["has a name of its own", ["/a"], { ab: 1 }, { ab: 2 }, ["/ab"], []],
  ])("%s", (_, ignored, desired, live, different, expected) => {
    const comparison = ignoring(ignored, { desired, live });
    expect(pathsOf(comparison)).toEqual(different);
    expect(ignoredIn(comparison)).toEqual(expected);
    expect(comparison.converged).toBe(different.length === 0 ? 1 : 0);
  });

  test("is as it is live in what would be written", () => {
    const { changes } = ignoring(["/n/x"], { desired: { n: { x: 1, y: 1 } }, live: { n: { x: 2, y: 2 } } });
    expect(changes).toMatchObject([{ action: "update", desired: { value: { n: { x: 2, y: 1 } } } }]);
  });

  test("stays in an exclusive tree, though nobody declares it", () => {
    const sides = { desired: { a: 1 }, live: { a: 1, z: 1, n: { x: 1, y: 1 } } };
    const comparison = ignoring(["/z", "/n/x"], { ...sides, more: { ownership: "exclusive" } });
    expect(pathsOf(comparison)).toEqual(["/n/y"]);
    expect(ignoredIn(comparison)).toEqual(["/n/x", "/z"]);
    expect(comparison.changes).toMatchObject([{ desired: { value: { a: 1, z: 1, n: { x: 1 } } } }]);
  });

  test("may be in an element of a list with identity, named by its key", () => {
    const desired = {
      l: [
        { id: "a", v: 1 },
        { id: "b", v: 1 },
      ],
    };
    const live = {
      l: [
        { id: "b", v: 2 },
        { id: "a", v: 2 },
      ],
    };
    const comparison = ignoring(["/l/a/v"], { desired, live, more: { lists: { "/l": ["id"] } } });
    expect(pathsOf(comparison)).toEqual(["/l/b/v"]);
    expect(ignoredIn(comparison)).toEqual(["/l/a/v"]);
  });

  test("of an element that live does not have is nothing, and the other elements stay their own", () => {
    const desired = { l: ["c", "a", "b"].map((id) => ({ id, v: 1 })) };
    const live = { l: ["a", "b"].map((id) => ({ id, v: 2 })) };
    const comparison = ignoring(["/l/c/v", "/l/b/v"], { desired, live, more: { lists: { "/l": ["id"] } } });
    expect(comparison.changes).toMatchObject([
      { desired: { value: { l: [{ id: "c" }, { id: "a", v: 1 }, { id: "b", v: 2 }] } } },
    ]);
    expect(pathsOf(comparison)).toEqual(["/l/a/v", "/l/c"]);
  });

  test("is sent when the resource is created", () => {
    const { changes } = compared({
      desired: [network("berlin", { a: 1, b: 2 }, { ignored: ["/a"] })],
      live: { "cloud/network/berlin": absent },
    });
    expect(changes).toMatchObject([{ action: "create", desired: { value: { a: 1, b: 2 } } }]);
  });

  test.each([
    ["does not say", {}],
    ["has none", { password: null }],
  ])("that is a secret is neither written nor called unverifiable where live %s", (_, live) => {
    const value = { vlan: 1, password: { secret: "env:A" } };
    const was = { vlan: 1, password: { secret: "env:B" } };
    const comparison = compared({
      desired: [ssid("berlin.0", value, { ignored: ["/password"] })],
      base: [ssid("berlin.0", was)],
      live: { "cloud/ssid/berlin.0": present({ vlan: 1, ...live }) },
    });
    expect(comparison).toMatchObject({ changes: [], unverifiable: [], released: [], converged: 1 });
  });

  test("of an element that is not live leaves the secrets of the others where they are", () => {
    const user = (name: string) => ({ name, key: { secret: `env:${name}` } });
    const more = { lists: { "/users": ["name"] }, secrets: ["/users/0/key", "/users/1/key"] };
    const { changes, unverifiable } = compared({
      desired: [network("berlin", { users: [user("a"), user("b")] }, { ...more, ignored: ["/users/a"] })],
      base: [network("berlin", { users: [user("a"), { ...user("b"), key: { secret: "env:OLD" } }] }, more)],
      live: { "cloud/network/berlin": present({ users: [{ name: "b" }] }) },
    });
    expect(changes).toMatchObject([
      {
        desired: { value: { users: [user("b")] }, secrets: ["/users/0/key"] },
        differences: [{ path: "/users/0/key", desired: { secret: "env:b" } }],
      },
    ]);
    expect(unverifiable).toEqual([]);
  });

  test("that only live has stays where it is in a list that is declared in order", () => {
    const more = { lists: { "/rules": ["name"] }, ordered: ["/rules"] };
    const rule = (name: string, action = "permit") => ({ name, action });
    const comparison = ignoring(["/rules/b"], {
      desired: { rules: [rule("a"), rule("c")] },
      live: { rules: [rule("a"), rule("b"), rule("c", "deny")] },
      more,
    });
    expect(pathsOf(comparison)).toEqual(["/rules/c/action"]);
    expect(comparison.changes).toMatchObject([
      { desired: { value: { rules: [rule("a"), rule("b"), rule("c")] } } },
    ]);
  });
});

test("a plan counts what is ignored, and its fingerprint knows nothing of it", () => {
  const plan = (ignored: readonly string[], a: number) =>
    planOf({
      desired: [network("berlin", { a, b: 1 }, { ignored })],
      live: { "cloud/network/berlin": present({ a: 0, b: 2 }) },
    });
  expect(plan(["/a"], 1).ignored).toBe(1);
  expect(plan([], 0).ignored).toBe(0);
  expect(plan(["/a"], 1).fingerprint).toBe(plan([], 0).fingerprint);
});

test("an apply sends no ignored field, not even beside others in one object, and is converged after it", async () => {
  const files = {
    "desired-state/a.yaml": `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/1: { description: mine, ip: { address: 10.20.1.1, mask: 255.255.255.252 } }
`,
  };
  const on = stage({ files });
  const address = "routers/deviceInterface/rtr-berlin-1.GigabitEthernet 1/0/1";
  const declared = on.context.desired.resources.get(address);
  if (!declared) throw new Error("the interface is not declared");
  const desired = {
    ...on.context.desired,
    resources: new Map([[address, { ...declared, ignored: ["/description"] }] as const]),
  };
  const context = { ...on.context, desired };
  const { makePlan } = await import("../../src/engine/reconcile.ts");
  const { plan } = await on.clock.run(makePlan(context, {}, new AbortController().signal));
  expect(plan).toMatchObject({ steps: [], ignored: 1, converged: 1 });
});
