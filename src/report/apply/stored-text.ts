/** Describes the names and fields that servers store in another form, for the result of an apply. */

import { isMereSpelling } from "../../diff/probable-cause.ts";
import type { SettledField } from "../../model/change.ts";
import { byKey } from "../../model/compare.ts";
import type { ApplyResult, NonConvergent } from "../../model/reply.ts";
import { differenceShown } from "../text/difference.ts";
import type { Style } from "../text/style.ts";
import { fieldName, nameShown, quoted } from "../text/value.ts";

/**
 * True for a field that is remembered as stored in another spelling. The next plan does not contain it, and there is
 * nothing to do.
 */
export function isSettledSpelling(one: NonConvergent, { storedOtherwise }: ApplyResult): boolean {
  return isMereSpelling(one) && isRemembered(one, { storedOtherwise });
}

/** True for a field that has a line of its own in the result: see `rememberedLines`. */
export function isRemembered(
  { address, path }: NonConvergent,
  { storedOtherwise = [], notTaken = [] }: Pick<ApplyResult, "storedOtherwise" | "notTaken">,
): boolean {
  return [...storedOtherwise, ...notTaken].some((one) => one.address === address && one.path === path);
}

/**
 * Merges the fields that were settled before with those that are settled now, whose state wins. Undefined if there are
 * none.
 */
export function settledTogether(
  before: readonly SettledField[] = [],
  now: readonly SettledField[] = [],
): readonly SettledField[] | undefined {
  const idOf = ({ address, path }: SettledField) => `${address} ${path}`;
  const all = new Map([...before, ...now].map((one) => [idOf(one), one]));
  return all.size > 0 ? [...all].toSorted(byKey).map(([, one]) => one) : undefined;
}

/** Resources that the server stores under another name. They are found by id. */
export function storedLines({ storedAs = [] }: ApplyResult, style: Style): readonly string[] {
  if (storedAs.length === 0) return [];
  const lines = storedAs.map(
    ({ address, declared, stored }) =>
      `  ${nameShown(address)}: declared ${quoted(declared)}, stored as ${quoted(stored)}`,
  );
  return [[style.dim("Stored under another name by the server, and known by its id"), ...lines].join("\n")];
}

/** The fields that are remembered from now on. The next plan lists them, and no apply writes them again. */
export function rememberedLines(
  { storedOtherwise = [], notTaken = [] }: ApplyResult,
  style: Style,
): readonly string[] {
  const stored = storedOtherwise.map(
    ({ address, path, desired, live }) =>
      `  ${nameShown(address)} ${fieldName(path)}: ${storedAs({ desired, live })}`,
  );
  const left = notTaken.map(({ address, path, desired, live }) => {
    const sides = differenceShown({ desired, live });
    return `  ${nameShown(address)} ${fieldName(path)}: declared ${sides.desired}, live ${sides.live}`;
  });
  const written = "Not accepted by the server, and not written again without --retry";
  return [
    ...(stored.length > 0
      ? [[style.dim("Stored in another form by the server, and not written again"), ...stored].join("\n")]
      : []),
    ...(left.length > 0 ? [[style.yellow(written), ...left].join("\n")] : []),
  ];
}

function storedAs(one: Pick<SettledField, "desired" | "live">): string {
  const sides = differenceShown(one);
  return `declared ${sides.desired}, stored as ${sides.live}`;
}
