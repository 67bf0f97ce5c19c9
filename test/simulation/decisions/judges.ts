/** Compares plans and results with the expected ones. Each returned line is a difference. */

import type { Address } from "../../../src/model/address.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { UnwritableChange } from "../../../src/model/plan/step.ts";
import { type Expected, isHeld } from "./expected.ts";
import type { Held } from "./species.ts";
import { fateOf } from "./truth.ts";

/** Returns the plan's changes as lines: each with its action, and the cause of each field. */
export function saidOf(plan: Plan): readonly string[] {
  return plan.changes.map((change) => {
    const causes =
      change.action === "update"
        ? change.differences.map(({ path, cause }) => `${path} ${cause}`)
        : [` ${change.cause}`];
    return `${change.action} ${change.address}: ${causes.sort().join(", ")}`;
  });
}

/** Compares a plan with the expected results. Each returned line is a difference. */
export function judgePlan(
  plan: Plan,
  expected: readonly Expected[],
  unexpected: readonly Address[],
): readonly string[] {
  const said = saidOf(plan);
  const wanted = expected.flatMap(({ action, address, causes }) =>
    action
      ? [
          `${action} ${address}: ${[...causes]
            .map((pair) => pair.join(" "))
            .sort()
            .join(", ")}`,
        ]
      : [],
  );
  const where = (found: (one: Expected) => boolean) => expected.filter(found).map(({ address }) => address);
  const path = ({ address, path: at }: { readonly address: string; readonly path: string }) =>
    `${address} ${at}`;
  const secrets = (kind: Expected["secret"]) =>
    where(({ secret }) => secret === kind).map((address) => `${address} /password`);
  return [
    ...differ("change", said, wanted),
    ...differ(
      "step",
      plan.steps.map(({ id }) => id),
      expected.flatMap(({ action, address, stepped }) => (stepped ? [`${action} ${address}`] : [])),
    ),
    ...differ(
      "unwritable",
      plan.unwritable.filter((one) => !one.unexpected).map(toldHeld),
      expected.filter((one) => isHeld(one) || one.isImpossible).map(wantedHeld),
    ),
    ...differ(
      "unexpected",
      plan.unwritable.filter((one) => one.unexpected).map(({ address }) => address),
      unexpected,
    ),
    ...differ(
      "held for health",
      plan.held.map(({ address }) => address),
      where(({ waitsForHealth }) => waitsForHealth === true),
    ),
    ...differ(
      "kept",
      plan.kept,
      where(({ isKept }) => isKept),
    ),
    ...differ(
      "taken over",
      plan.takenOver,
      where(({ takenOver }) => takenOver),
    ),
    ...differ("unverifiable", plan.unverifiable.map(path), secrets("unverifiable")),
    ...differ("secret taken over", plan.secretsTakenOver.map(path), secrets("takenOver")),
    ...differ(
      "released",
      plan.released.map(path),
      expected.flatMap(({ address, released }) => released.map((each) => `${address} ${each}`)),
    ),
    ...differ(
      "moved",
      plan.moved.map(({ address, was }) => `${was} to ${address}`),
      expected.flatMap(({ address, was }) => (was === undefined ? [] : [`${was} to ${address}`])),
    ),
    ...differ(
      "perhaps renamed",
      plan.perhapsRenamed.map(({ address, live }) => `${address} from ${live}`),
      expected.flatMap(({ address, perhaps }) =>
        perhaps === undefined ? [] : [`${address} from ${perhaps}`],
      ),
    ),
    ...differ(
      "unknown",
      plan.unknown.map(({ address }) => address),
      where(({ isUnknown }) => isUnknown === true),
    ),
    // If anything is excluded, the counts are not compared. They then include excluded resources that others need,
    // depending on the order of reading.
    ...(expected.some(({ isExcluded }) => isExcluded)
      ? []
      : differ("converged", [String(plan.converged)], [String(where(isConverged).length)])),
  ];
}

/** Returns a change without a step, as a line. `(expected)` marks a resource that the interface can only show. */
function toldHeld({ address, action, expected }: UnwritableChange): string {
  return `${action} ${address}${expected ? " (expected)" : ""}`;
}

function wantedHeld({ thing, address, action = "update" }: Expected): string {
  return `${action} ${address}${thing.species.isOnlyShown ? " (expected)" : ""}`;
}

/** True if the resource counts as declared. */
export function isConverged({ thing, action, isUnknown, isImpossible, isAsDeclared }: Expected): boolean {
  if (isAsDeclared !== undefined) return isAsDeclared;
  return fateOf(thing).desired && !action && !isUnknown && !isImpossible;
}

/** Compares the state of the servers with the expected state. */
export function judgeWorld(held: Held, wanted: Held): readonly string[] {
  return differ("world", linesOf(held), linesOf(wanted));
}

/**
 * Returns the state as lines. Empty texts are left out, because a fabric shows a missing description as an empty text.
 */
function linesOf(held: Held): readonly string[] {
  return [...held].flatMap(([object, leaves]) => [
    object,
    ...[...leaves]
      .filter(([, value]) => value !== "")
      .map(([path, value]) => `${object} ${path} = ${JSON.stringify(sorted(value))}`),
  ]);
}

/** Sorts a list of texts, because in these simulations each such list is a set. */
function sorted(value: Json): Json {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.toSorted() : value;
}

/** Returns a line for each surplus line and for each missing line. */
export function differ(what: string, is: readonly string[], wanted: readonly string[]): readonly string[] {
  const [more, less] = [count(is), count(wanted)];
  const lines: string[] = [];
  for (const [line, times] of more)
    if (times > (less.get(line) ?? 0)) lines.push(`${what}: too much: ${line}`);
  for (const [line, times] of less)
    if (times > (more.get(line) ?? 0)) lines.push(`${what}: missing: ${line}`);
  return lines;
}

function count(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
