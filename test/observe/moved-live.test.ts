/**
 * A created resource that has moved to another place: its state is unknown, the place is reported, and it never counts
 * as absent.
 */

import { describe, expect, test } from "vitest";
import type { Item, ReadReply } from "../../src/drivers/contract/contract.ts";
import { observe } from "../../src/observe/observe.ts";
import { desiredOf, network, organization } from "../properties/declared.ts";
import { failed, missing, scripted, targetsOf, whole } from "../properties/scripted.ts";

const berlin = "cloud/network/berlin";
const called = (name: string, id: string): Item => ({ kind: "network", identity: name, id, value: { name } });
const desired = desiredOf(
  organization("Acme"),
  organization("Globex"),
  network("berlin", { name: "Berlin" }),
);

/**
 * Observes Berlin, which the memory has as n1 in the first declared organization. `byId` is the result of a read of n1
 * alone. `above` is the remembered id of the organization.
 */
async function seen(
  lists: Readonly<Record<string, readonly Item[]>>,
  byId: ReadReply,
  { known = "n1", above }: { readonly known?: string; readonly above?: string } = {},
) {
  const organizations = ["Acme", "Globex"].map((identity) => ({
    kind: "organization",
    identity,
    id: identity,
  }));
  const target = scripted(async (request) => {
    if (request.byId !== undefined) return byId;
    if (request.collection === "organizations") return whole(...organizations);
    return whole(...(lists[request.parentId ?? ""] ?? []));
  });
  const idOf = (address: string) => {
    if (address === berlin) return { id: known, name: "Berlin" };
    return address === "cloud/organization/Acme" && above !== undefined
      ? { id: above, name: "Old" }
      : undefined;
  };
  const { observations } = await observe(
    { desired, idOf, targets: targetsOf(target), takenAt: "" },
    new AbortController().signal,
  );
  const one = observations.get(berlin);
  const said = one?.state === "unknown" ? [one.problem.code, one.problem.message] : [one?.state];
  return { said, byIds: target.requested.flatMap((request) => request.byId ?? []) };
}

test("what no list shows any more is asked for by its id, once, before it counts as removed", async () => {
  expect(await seen({}, missing)).toEqual({ said: ["absent"], byIds: ["n1"] });
});

test("what a read by its id shows was moved: it is unknown, with its name and id", async () => {
  const { said } = await seen({}, whole(called("Berlin", "n1")));
  expect(said).toEqual(["moved-live", `${berlin} was moved: it is "Berlin" (n1) in another place now`]);
});

test("with another one of its name in its place, both ids are told", async () => {
  const { said, byIds } = await seen({ Acme: [called("Berlin", "n7")] }, whole(called("Berlin", "n1")));
  expect([said[0], byIds]).toEqual(["moved-live", ["n1"]]);
  expect(said[1]).toContain(
    '"Berlin" (n1) in another place now, and another resource (n7) has its name in the old place',
  );
});

describe("an id that is a chain with what it is in", () => {
  test("is asked for in a place that no list was read of", async () => {
    const { said, byIds } = await seen({}, whole(called("Berlin", "Initech/n1")), { known: "Initech/n1" });
    expect([said[0], byIds]).toEqual(["moved-live", ["Initech/n1"]]);
  });

  test("is not asked for where the list of that place was read", async () => {
    expect(await seen({}, missing, { known: "Acme/n1" })).toEqual({ said: ["absent"], byIds: [] });
  });

  test("is not asked for where that place is gone itself", async () => {
    const { said, byIds } = await seen({}, missing, { known: "Initech/n1", above: "Initech" });
    expect([said, byIds]).toEqual([["absent"], []]);
  });
});

test("where nobody can tell it is unknown", async () => {
  expect((await seen({}, failed("out of order"))).said).toEqual(["server-error", "out of order"]);
});

test("what is where it is declared is asked for no second time", async () => {
  expect(await seen({ Acme: [called("Berlin", "n1")] }, missing)).toEqual({ said: ["present"], byIds: [] });
});
