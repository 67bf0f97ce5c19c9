/** A plan that only reverts drift, carried out: changes from Git stay pending. */

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

/** Plans and applies the reversal of all drift. */
export function plannedBack(play: Play): Promise<readonly string[]> {
  return plannedBackIn(play);
}

/** Plans and applies the reversal of drift at selected addresses only, if some are not selected. */
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

/**
 * The guards that are judged. The other guards depend on what is written, about which the truth of the drift says too
 * little.
 */
const shares = ["removals", "vanished"] as const;

/** The expected results if only drift counts. */
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

/** The thing as if Git had not changed; undefined: it is not live, and nobody creates it. */
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

/** A field without the change in Git: it keeps its live value, or has the applied one in a created thing. */
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

/** A secret without the change in Git: if it would only be written because its value differs, it is left. */
function left(secret: SecretCase): SecretCase {
  const { desired, base } = secret;
  const isWritten = secret.withKey === "written";
  if (desired === base) return isWritten ? { ...secret, withKey: "left" } : secret;
  return { desired: base, base, recorded: "nothing", withKey: "left", withoutKey: "left" };
}

/**
 * True for drift that cannot be reverted without changes from Git: a created thing's secret that is no longer
 * opened, or its missing reference; an existing thing's secret that would be written with an unknown value.
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
