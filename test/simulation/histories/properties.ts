/** What must hold for every run in a history, whatever goes wrong. The servers' state tells whether it does. */

import type { Change } from "../../../src/model/change.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Memory } from "../../../src/model/memory.ts";
import { spellingless } from "../../../src/model/names/spelling.ts";
import { conflictsHeld, type Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { dangersOf } from "../../../src/report/plan/dangers.ts";
import { storedName } from "../../../src/simulator/wire/spelling.ts";
import { addressIn, type DeclaredThing, declaredIn, type LiveThing } from "./shelves.ts";
import type { Story } from "./story.ts";

/** Returns the key for which a live resource was created; empty if Git declares no such resource. */
export function keyOf({ declared, habits }: Pick<Story, "declared" | "habits">, one: LiveThing): string {
  const isIt = ({ name, place }: DeclaredThing) =>
    place === one.place && storedName(name, habits) === one.name;
  return [...declared.values()].find(isIt)?.key ?? "";
}

/**
 * Returns the entry in `touched` for a key whose resource people have changed. The id alone is not enough, because the
 * record may have lost it.
 */
export function touchedKey(key: string): string {
  return `key ${key}`;
}

/** What the checks know once a plan has been made. */
interface Known {
  readonly plan: Plan;
  readonly memory: Memory;
  readonly base: Desired;
  readonly made: ReadonlyMap<string, string>;
  readonly touched: ReadonlySet<string>;
}

/**
 * The plan must not report trueup's own changes as removed, moved or drifted. It must report each rename by a person.
 */
export function judgePlanned(story: Story, known: Known): readonly string[] {
  return [...judgeBlame(story, known), ...judgeRenamed(story, known)];
}

const blaming: readonly string[] = ["moved-live", "name-taken", "renamed-live", "ambiguous"];

function judgeBlame(story: Story, known: Known): readonly string[] {
  const { plan } = known;
  const drifted = plan.changes.flatMap((change) =>
    isDrift(change) ? [`${change.action} ${change.address} is called drift`] : [],
  );
  const unknown = plan.unknown.flatMap(({ address, problem: { code } }) =>
    blaming.includes(code) ? [`${address} is said to be ${code}`] : [],
  );
  const renamed = renamedIn(plan)
    .filter((address) => !isFirstRename(address, known))
    .map((address) => `${address} is called renamed`);
  const isOurs = (line: string) =>
    keysIn(story, known).some((key) => line.includes(addressIn(story.shelf, key)));
  return [...drifted, ...unknown, ...renamed]
    .filter((line) => line.includes(`/${story.shelf.kind}/`) && isOurs(line))
    .map((line) => `blame: ${line}, and nobody but trueup has done anything to it`);
}

/**
 * True if Git renamed the resource before it was recorded as applied. Then only the memory says that the live name is
 * the stored one, which is enough to report a danger.
 */
function isFirstRename(address: string, { plan, memory, base }: Known): boolean {
  const change = plan.changes.find((one) => one.address === address);
  if (change?.action !== "update" || base.resources.has(change.address)) return false;
  const { id, name } = memory.resources.get(change.address) ?? {};
  const own = name?.slice(name.lastIndexOf("/") + 1);
  const named = change.differences.find(({ path }) => path === "/name");
  return id === change.live.id && own !== undefined && own.endsWith(String(named?.live));
}

function isDrift(change: Change): boolean {
  return change.action === "update"
    ? change.differences.some(({ cause }) => cause === "drift")
    : change.action === "create" && change.cause === "drift";
}

function renamedIn(plan: Plan): readonly string[] {
  const groups = dangersOf(plan).filter(({ title }) => title.startsWith("Renamed"));
  return groups.flatMap(({ dangers }) => dangers.map(({ change }) => change.address));
}

/** Returns the keys whose resources only trueup has changed, and whose names no other resource has. */
function keysIn(story: Story, { base, memory, made, touched }: Known): readonly string[] {
  const { shelf, declared, world } = story;
  const applied = appliedIn(story, base);
  const live = shelf.live(world);
  const others = live
    .filter(({ id }) => !made.has(id) || touched.has(id))
    .map(({ name }) => spellingless(name));
  // After two creates at the same time, nobody can tell which resource belongs to which key.
  const doubtful = new Set(made.values());
  return [...new Set([...declared.keys(), ...applied.keys()])].filter((key) => {
    if (doubtful.has(`${key}??`) || touched.has(touchedKey(key))) return false;
    const ids = [...made].flatMap(([id, of]) => (of === key ? [id] : []));
    const known = memory.resources.get(addressIn(shelf, key))?.id;
    const own = known === undefined ? ids : [...ids, known];
    const names = [declared.get(key)?.name, applied.get(key)?.name].flatMap((name) =>
      name === undefined ? [] : [spellingless(name)],
    );
    return !own.some((id) => touched.has(id)) && !names.some((name) => others.includes(name));
  });
}

/** Returns the resources that base declares, by key. */
function appliedIn({ shelf }: Story, base: Desired): ReadonlyMap<string, DeclaredThing> {
  const own = [...base.resources.values()].filter(({ kind }) => kind === shelf.kind);
  return new Map(own.map((one) => [one.key, declaredIn(one)]));
}

function judgeRenamed(story: Story, { plan, memory, base }: Known): readonly string[] {
  const { shelf, declared, world, habits, own } = story;
  const applied = appliedIn(story, base);
  const live = shelf.live(world);
  // If Git has renamed the resource too, there is a conflict. If the name cannot be written, the plan says so.
  const told = new Set([
    ...renamedIn(plan),
    ...[...plan.unknown, ...plan.unwritable, ...plan.held].map(({ address }) => address),
  ]);
  return [...declared.values()].flatMap((thing) => {
    const address = addressIn(shelf, thing.key);
    const is = live.find(({ id }) => id === own.get(thing.key)?.id);
    if (!is || memory.unseen.has(address) || is.place !== thing.place) return [];
    const made = plan.steps.filter(({ operation, address: of }) => operation === "create" && of === address);
    const twice = made.map(({ id }) => `renamed: ${id}, though ${is.id} is live as "${is.name}"`);
    const isOther = isCalledAnew(story, is, [thing, applied.get(thing.key)]) && shelf.isChangeable;
    if (!isOther) return twice;
    const isTaken = live.some(
      ({ id, name, place }) =>
        id !== is.id && place === is.place && [thing.name, storedName(thing.name, habits)].includes(name),
    );
    const isTwice = [...own].some(([other, { id }]) => other !== thing.key && id === is.id);
    if (isTaken || isTwice || told.has(address)) return twice;
    return [...twice, `renamed: nothing is said of ${address}, which somebody has called "${is.name}"`];
  });
}

/** True if somebody has given the resource a name that Git never declared for it, in any spelling. */
function isCalledAnew(
  { habits }: Story,
  is: LiveThing,
  sides: readonly (DeclaredThing | undefined)[],
): boolean {
  const names = sides.flatMap((one) => (one ? [one.name, storedName(one.name, habits)] : []));
  return !names.some((name) => spellingless(name) === spellingless(is.name));
}

/** For each key, trueup may have created at most one live resource; for an undeclared key, none. */
export function judgeTwins(story: Story, made: ReadonlyMap<string, string>): readonly string[] {
  const { shelf, world, declared } = story;
  const live = shelf.live(world).filter(({ id }) => made.has(id));
  // A list is read only if Git declares something in it. So a resource in another list may stay unseen.
  const places = new Set([...declared.values()].map(({ place }) => place));
  const seen = live.filter(({ place }) => shelf.isMovable === true || places.has(place));
  const twins = [...Map.groupBy(seen, ({ id }) => made.get(id) ?? "")].filter(
    // A key with `?` at its end marks a resource that has a similar name to that of the key's resource, and belongs to
    // no key.
    ([key, all]) => all.length > 1 && !key.endsWith("?"),
  );
  const fresh = live.filter(({ id }) => made.get(id) === "");
  return [
    ...twins.map(([key, all]) => `twins: ${key} was made ${all.length} times: ${all.map(textOf).join(", ")}`),
    ...fresh.map((one) => `twins: ${textOf(one)} was made, and nobody declares it`),
  ];
}

function textOf({ id, name, place }: LiveThing): string {
  return `${id} "${name}"${place && ` in ${place}`}`;
}

/** A run may change or remove only resources that have a step, and resources that trueup created. */
export function judgeWritten(
  story: Story,
  {
    plan,
    before,
    base,
    made,
  }: Pick<Known, "plan" | "base" | "made"> & { readonly before: readonly LiveThing[] },
): readonly string[] {
  const { shelf, world, habits, declared } = story;
  const now = new Map(shelf.live(world).map((one) => [one.id, one]));
  const steps = new Set(plan.steps.map(({ address }) => address));
  const meant = new Set(
    plan.changes.flatMap((change) =>
      change.action !== "create" && steps.has(change.address) ? [change.live.id] : [],
    ),
  );
  // A create, or a reference by name, may find a resource that the plan could not see yet. trueup then adopts it.
  const sides = [declared, appliedIn(story, base)];
  const isTaken = (one: LiveThing) =>
    sides.some((side) => steps.has(addressIn(shelf, keyOf({ declared: side, habits }, one))));
  const changed = before.filter((one) => JSON.stringify(now.get(one.id)) !== JSON.stringify(one));
  return changed
    .filter((one) => !meant.has(one.id) && !made.has(one.id) && !isTaken(one))
    .map((one) => `written: ${textOf(one)}, which no step was for`);
}

/** If nothing goes wrong, everything writable must become as declared. */
export function judgeSettled(
  story: Story,
  { plan, memory, base, made, result }: Omit<Known, "touched"> & { readonly result: ApplyResult | undefined },
): readonly string[] {
  const { shelf, world, declared } = story;
  const said = [...plan.unknown, ...plan.unwritable, ...plan.held, ...(plan.acceptedUnseen ?? [])];
  const open = new Set<string>([...said, ...(result?.acceptedUnseen ?? [])].map(({ address }) => address));
  for (const { address } of conflictsHeld(plan)) open.add(address);
  // A resource that no list has shown may have any name, from its server or from a person.
  for (const address of memory.unseen.keys()) open.add(address);
  const live = shelf.live(world);
  // The plan could not see somebody else's resource, which may have the current or the former name of the key.
  const theirs = live.filter(({ id }) => !made.has(id)).map(({ name }) => spellingless(name));
  for (const { key, name } of [...declared.values(), ...appliedIn(story, base).values()])
    if (theirs.includes(spellingless(name))) open.add(addressIn(shelf, key));
  const missing = [...declared.values()].filter((thing) => {
    const isIt = (one: LiveThing) =>
      spellingless(one.name) === spellingless(thing.name) &&
      one.note === thing.note &&
      one.place === thing.place;
    return !open.has(addressIn(shelf, thing.key)) && !live.some(isIt);
  });
  const bad = (result?.settled ?? []).filter(
    ({ address, outcome: { state } }) => state !== "applied" && state !== "converged" && !open.has(address),
  );
  return [
    ...missing.map(({ key, name }) => `settled: ${key} is not live as "${name}"`),
    ...bad.map(
      ({ step, outcome }) =>
        `settled: ${step} is ${outcome.state}${"problem" in outcome ? `: ${outcome.problem.message}` : ""}`,
    ),
  ];
}
