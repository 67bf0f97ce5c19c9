/**
 * Resources that are recognized by id: renamed live, spelled otherwise by the server, or recreated. For some decisions
 * an id is never enough.
 */

import { expect, test } from "vitest";
import type { Item } from "../../src/drivers/contract/contract.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import type { Observation } from "../../src/model/live/snapshot.ts";
import type { KnownId } from "../../src/model/memory.ts";
import { observe } from "../../src/observe/observe.ts";
import { desiredOf, network, organization } from "../properties/declared.ts";
import { missing, scripted, targetsOf, whole } from "../properties/scripted.ts";

function called(name: string, id: string): Item {
  return { kind: "network", identity: name, id, value: { name } };
}

const state = (...networks: readonly Resource[]): Desired => desiredOf(organization("Acme"), ...networks);
const named = (key: string, name: string) => network(key, { name });
const was = (name: string, id: string): KnownId => ({ id, name });

interface Sides {
  readonly desired: Desired;
  readonly base?: Desired;
}

async function seen(sides: Sides, known: Readonly<Record<string, KnownId>>, live: readonly Item[]) {
  const acme = { kind: "organization", identity: "Acme", id: "o1" };
  const target = scripted({ organizations: whole(acme), "networks o1": whole(...live), networks: missing });
  const idOf = (address: string) => known[address.slice("cloud/network/".length)];
  return observe({ ...sides, idOf, targets: targetsOf(target), takenAt: "" }, new AbortController().signal);
}

/**
 * Returns an observation in short: `n1`, `n1 renamed`, `n1 anew`, `n1 stored as X`, `absent`, or the code of the
 * problem.
 */
function shown(
  one: Observation<{ id?: string | undefined; byId?: true | undefined; anew?: true | undefined }>,
) {
  if (one.state === "absent") return "absent";
  if (one.state === "unknown") return one.problem.code;
  const { id, byId, anew, storedAs } = one.value as {
    id: string;
    byId?: true;
    anew?: true;
    storedAs?: string;
  };
  const as = storedAs === undefined ? "" : ` stored as ${storedAs}`;
  return `${id}${byId ? " renamed" : ""}${anew ? " anew" : ""}${as}`;
}

test.each([
  {
    reason: "what has its id and its name is that one, whatever else has that name",
    desired: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n2"), called("Berlin", "n1")],
    expected: { berlin: "n1", unmanaged: ["Berlin"] },
  },
  {
    reason: "what somebody renamed is found by its id",
    desired: state(named("berlin", "Berlin")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Zentrale", "n1"), called("Oslo", "n2")],
    expected: { berlin: "n1 renamed", unmanaged: ["Oslo"] },
  },
  {
    reason: "a name that the server spells otherwise is the declared one",
    desired: state(named("berlin", "Berlin ")),
    base: state(named("berlin", "Berlin ")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n1")],
    expected: { berlin: "n1 stored as Berlin", unmanaged: [] },
  },
  {
    reason: "a rename in Git counts, however the old name was spelled by the server",
    desired: state(named("berlin", "Munich")),
    base: state(named("berlin", "Berlin ")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n1")],
    expected: { berlin: "n1 stored as Berlin", unmanaged: [] },
  },
  {
    reason: "without base the name of before is no cut-off form of the new one: Git renames",
    desired: state(named("berlin", "Store 10")),
    known: { berlin: was("Store 1", "n1") },
    live: [called("Store 1", "n1")],
    expected: { berlin: "n1 renamed", unmanaged: [] },
  },
  {
    reason: "the name that it is to get back belongs to another one: held, with both ids",
    desired: state(named("berlin", "Berlin")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Zentrale", "n1"), called("Berlin", "n2")],
    expected: { berlin: "name-taken", unmanaged: ["Berlin"] },
  },
  {
    reason: "the name that Git gives it belongs to another one: held, with both ids",
    desired: state(named("berlin", "Munich")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n1"), called("Munich", "n2")],
    expected: { berlin: "name-taken", unmanaged: ["Munich"] },
  },
  {
    reason: "a name that another one has is taken, also where Git renames a third",
    desired: state(named("berlin", "Berlin"), named("oslo", "Oslo Hub")),
    base: state(named("berlin", "Berlin"), named("oslo", "Oslo")),
    known: { berlin: was("Berlin", "n1"), oslo: was("Oslo", "n3") },
    live: [called("Zentrale", "n1"), called("Berlin", "n2"), called("Oslo", "n3")],
    expected: { berlin: "name-taken", oslo: "n3", unmanaged: ["Berlin"] },
  },
  {
    reason: "two that exchanged their names are two renames",
    desired: state(named("berlin", "Berlin"), named("oslo", "Oslo")),
    base: state(named("berlin", "Berlin"), named("oslo", "Oslo")),
    known: { berlin: was("Berlin", "n1"), oslo: was("Oslo", "n2") },
    live: [called("Oslo", "n1"), called("Berlin", "n2")],
    expected: { berlin: "n1 renamed", oslo: "n2 renamed", unmanaged: [] },
  },
  {
    reason: "its id is gone and its name is there: somebody made it anew",
    desired: state(named("berlin", "Berlin")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n7")],
    expected: { berlin: "n7 anew", unmanaged: [] },
  },
  {
    reason: "neither its id nor its name is there: removed live",
    desired: state(named("berlin", "Berlin")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Oslo", "n2")],
    expected: { berlin: "absent", unmanaged: ["Oslo"] },
  },
  {
    reason: "what Git dropped goes where it bears the name under which it was stored",
    desired: state(),
    base: state(named("berlin", "Berlin ")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n1")],
    expected: { berlin: "n1", unmanaged: [] },
  },
  {
    reason: "what Git dropped and somebody renamed is not removed by its id alone",
    desired: state(),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Kept for audit", "n1")],
    expected: { berlin: "n1 renamed", unmanaged: [] },
  },
  {
    reason: "what only got another key is not dropped, whatever id its old key is known by",
    desired: state(named("berlin-office", "Berlin")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Berlin", "n1")],
    expected: { berlin: "absent", "berlin-office": "n1", unmanaged: [] },
  },
  {
    reason: "what Git dropped was renamed to the name that Git declares now: that one is it",
    desired: state(named("munich", "Munich")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Munich", "n1")],
    expected: { berlin: "absent", munich: "n1", unmanaged: [] },
  },
  {
    reason: "an id that is remembered for two counts for neither",
    desired: state(named("berlin", "Berlin"), named("oslo", "Oslo")),
    base: state(named("berlin", "Berlin"), named("oslo", "Oslo")),
    known: { berlin: was("Berlin", "n1"), oslo: was("Oslo", "n1") },
    live: [called("Berlin", "n1"), called("Oslo", "n2")],
    expected: { berlin: "n1", oslo: "n2 anew", unmanaged: [] },
  },
  {
    reason: "what another one is known by is not there for who only has its name",
    desired: state(named("berlin", "Berlin"), named("fresh", "Zentrale")),
    base: state(named("berlin", "Berlin")),
    known: { berlin: was("Berlin", "n1") },
    live: [called("Zentrale", "n1")],
    expected: { berlin: "n1 renamed", fresh: "absent", unmanaged: [] },
  },
  {
    reason:
      "what was made and is called otherwise than its answer showed was renamed, also to a name that is cut off",
    desired: state(named("lab", "Haus 10")),
    known: { lab: { id: "n1", answered: "Haus 10", ofThisRun: "made" as const } },
    live: [called("Haus 1", "n1")],
    expected: { lab: "n1 renamed", unmanaged: [] },
  },
  {
    reason: "what was made is spelled by its server as its answer showed, and in a list in other letters",
    desired: state(named("lab", "lab-1")),
    known: { lab: { id: "n1", name: "lab-1", answered: "Lab-1", ofThisRun: "made" as const } },
    live: [called("LAB-1", "n1")],
    expected: { lab: "n1 stored as LAB-1", unmanaged: [] },
  },
  {
    reason:
      "what was made again, spelled by its server, and has a longer name in Git by now was called as in base",
    desired: state(named("lab", "Haus  10")),
    base: state(named("lab", "Haus  1 ")),
    known: { lab: { id: "n1", name: "Haus  1 ", answered: "Haus 1", ofThisRun: "made" as const } },
    live: [called("Haus 1", "n1")],
    expected: { lab: "n1 stored as Haus 1", unmanaged: [] },
  },
  {
    reason:
      "what was made again under a name that Git has changed once more has that name, and not the one of base",
    desired: state(named("lab", "Lab 4")),
    base: state(named("lab", "Lab 1")),
    known: { lab: { id: "n1", name: "Lab 10", answered: "Lab 10", ofThisRun: "made" as const } },
    live: [called("Lab 10", "n1")],
    expected: { lab: "n1", unmanaged: [] },
  },
  {
    reason:
      "what was made again and Git has dropped before it was seen is called as the answer showed it: it goes",
    desired: state(),
    base: state(named("lab", "lab-1")),
    known: { lab: { id: "n1", name: "lab-1", answered: "LAB-1", ofThisRun: "made" as const } },
    live: [called("LAB-1", "n1")],
    expected: { lab: "n1", unmanaged: [] },
  },
  {
    reason: "the same, and somebody has renamed it since: by its id alone nothing goes",
    desired: state(),
    base: state(named("lab", "lab-1")),
    known: { lab: { id: "n1", name: "lab-1", answered: "LAB-1", ofThisRun: "made" as const } },
    live: [called("Lager", "n1")],
    expected: { lab: "renamed-live", unmanaged: [] },
  },
  {
    reason: "what no server makes of the name that was sent was renamed, where the answer showed none",
    desired: state(named("lab", "lab-1")),
    known: { lab: { id: "n1", name: "lab-1", ofThisRun: "made" as const } },
    live: [called("Lager", "n1")],
    expected: { lab: "n1 renamed", unmanaged: [] },
  },
  {
    reason: "what this run made is found under whatever name its server gave it",
    desired: state(named("lab", "lab-1")),
    known: { lab: { id: "n1", ofThisRun: "made" as const } },
    live: [called("LAB-1", "n1")],
    expected: { lab: "n1 stored as LAB-1", unmanaged: [] },
  },
])("$reason", async ({ desired, base, known, live, expected }) => {
  const snapshot = await seen({ desired, ...(base && { base }) }, known, live);
  const rows = [...snapshot.observations].flatMap(([address, one]) =>
    address.startsWith("cloud/network/") ? [[address.slice("cloud/network/".length), shown(one)]] : [],
  );
  const unmanaged = snapshot.unmanaged.map(({ identity }) => identity);
  expect({ ...Object.fromEntries(rows), unmanaged }).toEqual(expected);
});

test("a name that the server spells otherwise is shown as it is declared", async () => {
  const lab = state(named("lab", "lab-1"));
  const { observations } = await seen({ desired: lab, base: lab }, { lab: was("LAB-1", "n1") }, [
    called("LAB-1", "n1"),
  ]);
  expect(observations.get("cloud/network/lab")).toMatchObject({
    state: "present",
    value: { value: { name: "lab-1" }, storedAs: "LAB-1" },
  });
});

test("a taken name is told with both ids", async () => {
  const sides = state(named("berlin", "Berlin"));
  const live = [called("Zentrale", "n1"), called("Berlin", "n2")];
  const { observations } = await seen({ desired: sides, base: sides }, { berlin: was("Berlin", "n1") }, live);
  const one = observations.get("cloud/network/berlin");
  expect(one?.state === "unknown" && one.problem.message).toBe(
    'cloud/network/berlin was renamed live to "Zentrale" (n1), and the name "Berlin" now belongs to "Berlin" (n2)',
  );
});
