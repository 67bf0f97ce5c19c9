/**
 * Checks what the guards of a plan report, by the dangers that were drawn and the resources that each danger concerns.
 */

import type { Address } from "../../../../src/model/address.ts";
import type { GuardFinding } from "../../../../src/model/plan/guard.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { RemovalLimit } from "../../../../src/model/project.ts";
import { unconsented } from "../../../../src/plan/guards/guards.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import { type Expected, expectedOf } from "../expected.ts";
import { differ } from "../judges.ts";
import { fateOf, type Thing, type Truth, valueOn } from "../truth.ts";
import { isGuarded } from "./closed-fields.ts";
import { isProtected } from "./protection.ts";

/** Draws the removal limit of all targets of a seed. If undefined, the project file has no limit. */
export function removalLimitOf(draw: Draw): RemovalLimit | undefined {
  const percent = pick(draw, [0, 20, 25, 50, 100]);
  return maybe(draw, 0.7) ? { percent, minimum: pick(draw, [0, 1, 2, 3]) } : undefined;
}

/** Returns the project file with this removal limit at every target. */
export function withLimit(project: string, limit: RemovalLimit | undefined): string {
  if (limit === undefined) return project;
  const guards = `    guards: { removals: ${JSON.stringify(limit)} }\n`;
  return project.replaceAll("    credential:", `${guards}    credential:`);
}

interface JudgedBy {
  readonly truth: Truth;
  readonly limit?: RemovalLimit | undefined;
  /** Everything that was drawn, if `truth` contains only a part of it. */
  readonly drawn?: Truth;
  /** The guards that `truth` suffices to check. By default, all guards that this file knows. */
  readonly guards?: readonly GuardFinding["guard"][];
}

/**
 * Each danger must be found, with exactly the resources that it concerns. Each consent must satisfy only its own guard.
 */
export function judgeGuards(
  plan: Pick<Plan, "guards" | "fingerprint">,
  expected: readonly Expected[],
  { truth, limit, drawn = truth, guards }: JudgedBy,
): readonly string[] {
  const counted = { whole: wholeOf(expected, { truth, drawn }), things: drawn.things, limit };
  const isAsked = (one: Expected) =>
    truth.manner.isClosed === true && isWritten(one) && one.action !== "create" && isGuarded(one);
  const dangers: Readonly<Partial<Record<GuardFinding["guard"], readonly Address[]>>> = {
    protect: addressesOf(expected.filter(({ thing, action }) => action === "remove" && isProtected(thing))),
    removals: tooMany(expected, removes, counted),
    vanished: tooMany(expected, isRemade(truth), counted),
    omission: addressesOf(expected.filter(omits)),
    lockout: addressesOf(expected.filter(locksOut)),
    moderators: addressesOf(unmoderated(expected)),
  };
  // Dangers to a kind's `lockout` fields are a finding of their own, apart from those that `locksOut` detects.
  const byKind = ["lockout", addressesOf(expected.filter(isAsked))] as const;
  const isJudged = (guard: string) => guards?.some((one) => one === guard) ?? guard in dangers;
  const wanted = [...Object.entries(dangers), byKind].filter(
    ([guard, found = []]) => found.length > 0 && isJudged(guard),
  );
  const say = (guard: string, addresses: readonly string[]) => `${guard} ${[...addresses].sort().join(", ")}`;
  const judged = plan.guards.filter(({ guard }) => isJudged(guard));
  return [
    ...differ(
      "guard",
      judged.map(({ guard, addresses }) => say(guard, addresses)),
      wanted.map(([guard, addresses = []]) => say(guard, addresses)),
    ),
    ...judgeConsents(plan),
  ];
}

/**
 * No consent permits the removal of a protected resource. Every other finding is permitted by its own consent for this
 * plan, and by no other.
 */
function judgeConsents(plan: Pick<Plan, "guards" | "fingerprint">): readonly string[] {
  const all = plan.guards.map(({ guard }) => guard);
  const left = (allowed: readonly string[]) => unconsented(plan, allowed).map(({ guard }) => guard);
  const of = (fingerprint: string) => all.map((guard) => `${guard}@${fingerprint}`);
  const [first] = all.filter((guard) => guard !== "protect");
  return [
    ...differ("consent to none", left([]), all),
    ...differ("consent to another plan", left(of("0".repeat(64))), all),
    ...differ(
      "consent to all",
      left(of(plan.fingerprint)),
      all.filter((guard) => guard === "protect"),
    ),
    ...(first === undefined
      ? []
      : differ(
          "consent to one",
          left([`${first}@${plan.fingerprint}`]),
          all.filter((guard) => guard !== first),
        )),
  ];
}

function addressesOf(some: readonly Expected[]): readonly Address[] {
  return some.map(({ address }) => address);
}

const isWritten = ({ stepped, carried }: Expected) => stepped || carried;
const removes = (one: Expected) => one.action === "remove" && isWritten(one);

/**
 * Returns a function that is true for an applied resource that somebody has removed, so that the plan creates it again.
 */
function isRemade({ manner }: Truth): (one: Expected) => boolean {
  return (one) =>
    one.action === "create" && isWritten(one) && manner.threeWay && fateOf(one.thing).base === true;
}

/** Returns the expected results as if everything were selected. */
function wholeOf(
  expected: readonly Expected[],
  { truth, drawn }: { readonly truth: Truth; readonly drawn: Truth },
): readonly Expected[] {
  const isWhole = drawn === truth && truth.manner.excluded.size === 0;
  return isWhole ? expected : expectedOf({ ...drawn, manner: { ...drawn.manner, excluded: new Set() } });
}

interface Counted {
  readonly whole: readonly Expected[];
  readonly things: readonly Thing[];
  readonly limit: RemovalLimit | undefined;
}

/**
 * Returns the addresses of the resources that `isMeant` selects, if they are too large a share of the resources of
 * their kind in base.
 */
function tooMany(
  expected: readonly Expected[],
  isMeant: (one: Expected) => boolean,
  { whole, things, limit }: Counted,
): readonly Address[] {
  const { percent, minimum } = limit ?? { percent: 30, minimum: 10 };
  const group = ({ species }: Thing) => `${species.target} ${species.kind}`;
  return expected.filter(isMeant).flatMap(({ thing, address }) => {
    const alike = whole.filter((one) => isMeant(one) && group(one.thing) === group(thing)).length;
    const all = things.filter((one) => group(one) === group(thing) && fateOf(one).base).length;
    return all >= minimum && (alike / all) * 100 > percent ? [address] : [];
  });
}

/** True for an update that removes an undeclared live value from an exclusive tree. */
function omits({ thing, action, stepped, causes }: Expected): boolean {
  if (action !== "update" || !stepped || !thing.species.isExclusive) return false;
  return thing.fields.some(({ row, path, element = path }) => {
    return row.desired === "-" && row.live !== "-" && causes.has(element);
  });
}

/** True for a change of a login, or of the address by which the device is reached. */
function locksOut(one: Expected): boolean {
  const { thing, action, causes } = one;
  if (!isWritten(one)) return false;
  const sides = action === "create" ? ["desired"] : action === "remove" ? ["live"] : ["desired", "live"];
  const isTouched = (path: string) =>
    action === "update"
      ? causes.has(path)
      : thing.fields.some((field) => field.path === path && field.row[sides[0] as "live"] !== "-");
  if (thing.species.kind === "deviceConfiguration") return ["/aaa/most", "/aaa/least"].some(isTouched);
  if (thing.species.kind !== "deviceInterface") return false;
  const [, host] = /^router (\S+)/.exec(thing.species.object("", undefined)) ?? [];
  const address = thing.fields.find(({ path }) => path === "/ip/address");
  // A host that is a name may stand for any of the addresses.
  const isHosts =
    host?.endsWith(".net") || sides.some((side) => address && valueOn(address, side as "live") === host);
  return isHosts && ["/ip/address", "/ip/mask"].some(isTouched);
}

/** Returns the moderators that an existing room loses, if no declared moderator remains in the room. */
function unmoderated(expected: readonly Expected[]): readonly Expected[] {
  const isModerator = (thing: Thing, side: "desired" | "live") =>
    thing.fields.some(({ row, inGit = row, values }) => {
      const letter = side === "desired" ? inGit.desired : row.live;
      return letter !== "-" && values[letter] === true;
    });
  return expected.filter((one) => {
    const { thing, action } = one;
    if (thing.species.kind !== "member" || !isWritten(one) || action === "create") return false;
    if (!isModerator(thing, "live")) return false;
    if (action === "update" && !thing.fields.some((field) => valueOn(field, "desired") === false))
      return false;
    const stays = expected.some((room) => room.thing === thing.parent && !removes(room));
    const others = expected.filter((each) => each.thing.parent === thing.parent);
    // A declared moderator counts if the person is a moderator already, or becomes one by this plan.
    const isOne = (each: Expected) =>
      isWritten(each) || (fateOf(each.thing).live && isModerator(each.thing, "live"));
    const isDeclared = ({ thing: each }: Expected) => fateOf(each).desired && isModerator(each, "desired");
    const isLed = others.some((each) => isDeclared(each) && isOne(each));
    return stays && !isLed;
  });
}
