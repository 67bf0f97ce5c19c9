/** A plan that only reverts drift is made and applied. Changes from Git must stay pending. */

import { seeded } from "../../servers/virtual-time/clock.ts";
import type { FieldCase, SecretCase } from "./cases.ts";
import { type Expected, expectedOf, unexpectedIn } from "./expected.ts";
import { isConverged, judgePlan, judgeWorld } from "./judges.ts";
import { judgeGuards, removalLimitOf, withLimit } from "./plans/guards.ts";
import type { Play } from "./play.ts";
import { projectOf } from "./realms.ts";
import { filesOn, heldBy, onlyOf, requestOf, staged } from "./scene.ts";
import { type DrawnField, fateOf, type Manner, type Thing, type Truth } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** Plans and applies the reversal of all drift, and returns the faults. */
export function plannedBack(play: Play): Promise<readonly string[]> {
  return plannedBackIn(play);
}

/** In seeds with excluded addresses, plans and applies the reversal of drift for the selected addresses. */
export async function plannedBackOnly(play: Play): Promise<readonly string[]> {
  if (play.truth.manner.excluded.size === 0) return [];
  return (await plannedBackIn(play, true)).map((line) => `only: ${line}`);
}

async function plannedBackIn(
  { seed, secrets, lie, truth: all }: Play,
  isPart = false,
): Promise<readonly string[]> {
  if (!all.manner.threeWay) return [];
  const excluded = isPart ? all.manner.excluded : new Set<number>();
  const truth = { ...all, manner: { ...all.manner, excluded } };
  const { manner } = truth;
  const limit = removalLimitOf(seeded(seed * 16 + 5));
  const project = withLimit(projectOf(truth.realms, truth.ignored), limit);
  const on = staged(truth, { project, ...(lie.drift ? { between: lie.drift } : {}) });
  const base = on.load(filesOn(truth, "base"));
  const made = await on.plan({ ...requestOf(manner, base, secrets), ...onlyOf(truth), driftOnly: true });
  const wanted = driftIn(truth);
  const said = lie.plan?.(made.plan) ?? made.plan;
  const broken = [
    ...judgePlan(said, wanted, unexpectedIn(truth)),
    ...judgeGuards(said, wanted, { truth, drawn: all, limit, guards: shares }),
  ];
  await on.apply(made);
  return [...broken, ...judgeWorld(heldBy(on, truth), worldAfter(wanted))].map(
    (line) => `taking back: ${line}`,
  );
}

/** The guards that are checked here. The others depend on what is written, which is not known well enough here. */
const shares = ["removals", "vanished"] as const;

/** Returns the expected results of a plan that only reverts drift. */
function driftIn(truth: Truth): readonly Expected[] {
  const now = new Map<Thing, Thing>();
  const whole = new Map(expectedOf(truth).map((one) => [one.thing.number, one]));
  for (const thing of truth.things) {
    const parent = thing.parent && now.get(thing.parent);
    if (thing.parent && !parent) continue;
    const one = asBefore({ ...thing, ...(parent && { parent }) });
    if (one) now.set(thing, one);
  }
  const drawn = new Map([...now].map(([thing, { number }]) => [number, thing]));
  return expectedOf({ ...truth, things: [...now.values()] }).map((one) => {
    const { number } = one.thing;
    const [was, thing] = [whole.get(number), drawn.get(number)];
    const isStuck = thing !== undefined && one.action !== undefined && isBound(thing, truth.manner);
    return {
      ...one,
      ...(isStuck && { stepped: false }),
      isAsDeclared: was !== undefined && isConverged(was),
    };
  });
}

/** Returns the resource as if Git had not changed; undefined if the resource then neither exists nor is created. */
function asBefore(thing: Thing): Thing | undefined {
  const { desired, base, live } = fateOf(thing);
  if (!desired || !base) return live ? { ...thing, fate: "foreign" } : undefined;
  const { secret, ...rest } = thing;
  return {
    ...rest,
    moved: false,
    isCalledAsLive: true,
    fields: thing.fields.map((field) => unchanged(field, thing)),
    ...(secret && { secret: left(secret) }),
  };
}

/**
 * Returns the field without the change in Git. It has the applied value in a created resource, and the live value in
 * any other.
 */
function unchanged(field: DrawnField, thing: Thing): DrawnField {
  const { row, inGit = row } = field;
  if (!fateOf(thing).live)
    return { ...field, inGit: row, row: { desired: inGit.base, base: inGit.base, live: "-" } };
  const isSomebodys = row.exclusive !== "drift" || thing.ownedOtherwise === undefined;
  if (inGit.desired === inGit.base && isSomebodys) return field;
  const letter = thing.species.isExclusive ? row.live : "-";
  const untouched: FieldCase = { desired: letter, base: letter, live: row.live };
  return { ...field, row: untouched };
}

/**
 * Returns the secret without the change in Git. A secret that would be written only because its value differs is left
 * as it is.
 */
function left(secret: SecretCase): SecretCase {
  const { desired, base } = secret;
  const isWritten = secret.withKey === "written";
  if (desired === base) return isWritten ? { ...secret, withKey: "left" } : secret;
  return { desired: base, base, recorded: "nothing", withKey: "left", withoutKey: "left" };
}

/**
 * True for drift that cannot be reverted without the changes from Git. Either a resource to be created needs a secret
 * that Git now declares differently, or refers to a resource that is gone. Or an existing secret would have to be
 * written with a value that nobody knows.
 */
function isBound({ secret, fields, ...thing }: Thing, { fingerprints, isRekeyed }: Manner): boolean {
  const isOther = secret !== undefined && secret.base !== "-" && secret.desired !== secret.base;
  if (fateOf({ ...thing, fields }).live) {
    const says = fingerprints && !isRekeyed ? secret?.withKey : secret?.withoutKey;
    return secret?.base !== "-" && says === "written";
  }
  return isOther || fields.some(namesNothing);
}

function namesNothing({ names, row }: DrawnField): boolean {
  const named = row.base === "-" ? undefined : names?.[row.base];
  return named !== undefined && !fateOf(named).desired && !fateOf(named).live;
}
