/** Checks what an apply to the fictional product reports, by the server's state. */

import type { Address } from "../../../src/model/address.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { type Due, labelOf, textOf } from "./expected.ts";
import type { Deed } from "./server.ts";
import type { ProductTrouble } from "./trouble.ts";
import { addressOf, isOn, type Part, type ProductTruth } from "./truth.ts";

interface Ended {
  readonly truth: ProductTruth;
  readonly dues: readonly Due[];
  readonly held: ReadonlyMap<string, string>;
  /** True if somebody else has written, too. */
  readonly isTouched: boolean;
}

/**
 * | outcome            | the server has                          |
 * |--------------------|-----------------------------------------|
 * | applied, converged | the declared state                      |
 * | failed, skipped    | the former state                        |
 * | unknown            | one or the other                        |
 *
 * A create with a following update may lack what the update sets.
 */
export function judgeEnded(
  { settled, rolledBack }: ApplyResult,
  { truth, dues, held, isTouched }: Ended & { readonly trouble: ProductTrouble },
): readonly string[] {
  const states = new Map<string, string>(settled.map(({ step, outcome }) => [step, outcome.state]));
  const lines = dues.flatMap(({ stepped, id }) =>
    stepped === states.has(id) ? [] : [`outcome: ${id} ${stepped ? "has none" : "has one"}`],
  );
  if (isTouched || rolledBack) return lines;
  const known = new Set(dues.map(({ part }) => labelOf(part)));
  const strange = [...held.keys()].filter(
    (label) =>
      !known.has(label) && !truth.parts.some((part) => labelOf(part) === label && isOn(part, "live")),
  );
  const wrong = dues.flatMap(({ part, id }) => {
    const state = states.get(id) ?? "not a step";
    const isDone = state === "applied" || state === "converged";
    const possible = state === "unknown" ? [true, false] : [isDone];
    const texts = possible.map((done) => textAfter(part, done));
    if (part.kind === "route" && !isDone) texts.push(withoutState(part));
    const is = held.get(labelOf(part)) ?? "";
    return texts.includes(is)
      ? []
      : [`outcome: ${id} is ${state}, and there is ${is || "nothing"}, not ${texts[0]}`];
  });
  return [...lines, ...wrong, ...strange.map((label) => `outcome: there is ${label}`)];
}

/** If nothing goes wrong, no written value may be reported as different, and nothing may be rolled back. */
export function judgeConverged({ nonConvergent, unverified, rolledBack }: ApplyResult): readonly string[] {
  const odd = [...nonConvergent, ...unverified].map(({ address }) => address);
  return [
    ...[...new Set(odd)].map(
      (address) => `converged: ${address} is told as different, and nothing went wrong`,
    ),
    ...(rolledBack ? ["converged: it was taken back, and nothing went wrong"] : []),
  ];
}

function textAfter(part: Part, isDone: boolean): string {
  const side = isDone ? "desired" : "live";
  return isOn(part, side) ? textOf(part, side, isOn(part, "live")) : "";
}

function withoutState(part: Part): string {
  const { state: _, ...fields } = part.fields;
  return isOn(part, "desired") ? textOf({ ...part, fields }, "desired", false) : "";
}

/** What was rolled back must be as before the run, except for what is reported as staying. */
export function judgeBack(
  { rolledBack, settled }: ApplyResult,
  { truth, dues, held, before, isTouched }: Ended & { readonly before: ReadonlyMap<string, string> },
): readonly string[] {
  if (!rolledBack || isTouched) return [];
  const undone = rolledBack.settled.filter(
    ({ outcome }) => outcome.state !== "applied" && outcome.state !== "converged",
  );
  const told = new Set<Address>([...rolledBack.left, ...undone].map(({ address }) => address));
  const isTold = (part: Part): boolean =>
    told.has(addressOf(part)) || (part.parent !== undefined && isTold(part.parent));
  const changed = new Set(dues.map(({ part }) => part));
  const different = rolledBack.nonConvergent.map(
    ({ address, path }) => `back: ${address} ${path} is told as different`,
  );
  const bad = settled.some(({ outcome }) => outcome.state === "failed" || outcome.state === "unknown");
  const lines = truth.parts.flatMap((part) => {
    if (isTold(part)) return [];
    const [is, was] = [held.get(labelOf(part)) ?? "nothing", before.get(labelOf(part)) ?? "nothing"];
    if (is === was || (changed.has(part) && isRemade(part, is))) return [];
    return [`back: ${labelOf(part)} is ${is}, and was ${was}`];
  });
  const broken = [...different, ...lines];
  return bad || lines.length === 0 ? broken : [...broken, "back: it was taken back, and nothing failed"];
}

/**
 * True if a removed resource was created again with the fields that base declares. Each field must have its former live
 * value, or the value in base if it had no live value.
 */
function isRemade(part: Part, is: string): boolean {
  if (isOn(part, "desired")) return false;
  const fields = Object.entries(part.fields).filter(([, { row }]) => row.base !== "-");
  const shown = fields.map(([name, field]) => {
    const row = field.row.live === "-" ? { ...field.row, live: field.row.base } : field.row;
    return [name, { ...field, row }] as const;
  });
  return is === textOf({ ...part, fields: Object.fromEntries(shown) }, "live", true);
}

/**
 * If nobody else has changed anything, the next plan must not report this run's own changes and rollbacks as drift.
 * This includes changes with an unknown outcome.
 */
export function judgeBlamed(first: Plan, next: Plan): readonly string[] {
  const known = new Set(blamedIn(first));
  return blamedIn(next)
    .filter((each) => !known.has(each))
    .map((each) => `next: ${each}, and nobody has changed it`);
}

function blamedIn({ changes }: Plan): readonly string[] {
  return changes.flatMap((change): readonly string[] => {
    const { address } = change;
    if (change.action !== "update")
      return change.cause === "drift" ? [`${change.action} ${address} is drift`] : [];
    return change.differences.flatMap(({ path, cause }) =>
      cause === "pending" ? [] : [`${address} ${path} is ${cause}`],
    );
  });
}

/** A policy must be written before the routes of its site, and removed after them. */
export function judgeKindOrder(deeds: readonly Deed[]): readonly string[] {
  return deeds
    .flatMap((late, at) => {
      if (late.kind !== "policy" || late.operation === "remove") return [];
      const early = deeds
        .slice(0, at)
        .find((one) => one.kind === "route" && one.parent === late.parent && one.operation !== "remove");
      return early ? [`order: ${late.id} is written after ${early.id}`] : [];
    })
    .concat(
      deeds.flatMap((early, at) => {
        if (early.kind !== "policy" || early.operation !== "remove") return [];
        const late = deeds.slice(at + 1).find((one) => one.kind === "route" && one.parent === early.parent);
        return late ? [`order: ${early.id} is removed before ${late.id}`] : [];
      }),
    );
}
