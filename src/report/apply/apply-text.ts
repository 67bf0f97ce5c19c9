/** Renders the result of an apply as text and as a JSON document. */

import { addressParts } from "../../model/address.ts";
import type { KindTitles } from "../../model/place.ts";
import { conflictsHeld, type Plan } from "../../model/plan/plan.ts";
import type { ApplyResult, NonConvergent, Outcome, SettledStep } from "../../model/reply.ts";
import { finishedText, isUnfinished } from "../finishing.ts";
import { acceptedSentence } from "../plan/accepted-unseen.ts";
import { haltText } from "../plan/health-text.ts";
import { notWritten } from "../plan/unwritable-text.ts";
import { groupByProblem, problemText } from "../problems.ts";
import { differenceShown } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fewOf, fieldName, nameShown, resourceName } from "../text/value.ts";
import { rolledBackText } from "./rollback-text.ts";
import {
  isRemembered,
  isSettledSpelling,
  rememberedLines,
  settledTogether,
  storedLines,
} from "./stored-text.ts";

/**
 * The exit status of a result.
 *
 * 0: everything is done. 1: nothing was done, everything was rolled back, or the journal failed. 3: some changes were
 * not made, a written field still differs (other than in a remembered spelling), an activation such as a deployment is
 * missing, or health declined afterwards.
 */
export function applyStatus(plan: Plan, result: ApplyResult): 0 | 1 | 3 {
  const { settled, nonConvergent, unverified, halted, rolledBack, finished = [] } = result;
  if (rolledBack) return 1;
  const done = settled.filter(isDone).length;
  const open =
    plan.unknown.length +
    plan.held.length +
    notWritten(plan).length +
    conflictsHeld(plan).length +
    nonConvergent.filter((one) => !isSettledSpelling(one, result)).length +
    (plan.notTaken ?? []).length +
    unverified.length +
    finished.filter(isUnfinished).length;
  if (done === settled.length) return open === 0 && !halted ? 0 : 3;
  return done === 0 || settled.some(isStopped) ? 1 : 3;
}

/** The complete result. Ends with a line break. */
export function applyText(
  result: ApplyResult,
  style: Style,
  plan?: Pick<Plan, "titles" | "unwritable">,
): string {
  const titles = plan?.titles;
  const parts = [
    ...failures(result, style),
    ...skipped(result, style),
    ...haltText(result, style),
    ...acceptedLines(result, style, titles),
    ...nonConvergentLines(result, style),
    ...storedLines(result, style),
    ...rememberedLines(result, style),
    ...unverified(result, style, titles),
    ...rolledBackText(result, style),
    ...finishedText(result, style),
    headline(result, plan ? notWritten(plan).length : 0, style),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * `{ format: "trueup.apply", version: 1, ... }`: the outcome of every step, the findings of verification, the record.
 */
export function applyDocument(plan: Plan, result: ApplyResult, recorded?: object): object {
  return {
    format: "trueup.apply",
    version: 1,
    environment: plan.environment,
    fingerprint: plan.fingerprint,
    status: applyStatus(plan, result),
    interrupted: result.interrupted,
    outcomes: result.settled,
    nonConvergent: result.nonConvergent,
    storedAs: result.storedAs,
    storedOtherwise: settledTogether(plan.storedOtherwise, result.storedOtherwise),
    notTaken: settledTogether(plan.notTaken, result.notTaken),
    unverified: result.unverified,
    acceptedUnseen: result.acceptedUnseen,
    held: plan.held,
    halted: result.halted,
    rolledBack: result.rolledBack,
    finished: result.finished,
    requests: Object.fromEntries(result.requests),
    recorded,
  };
}

function isStopped({ outcome }: SettledStep): boolean {
  return outcome.state === "failed" && outcome.problem.code === "journal-unwritable";
}

function isDone({ outcome }: SettledStep): boolean {
  return outcome.state === "applied" || outcome.state === "converged";
}

/** The failures. A problem that many steps of a target share is shown once. */
function failures({ settled }: ApplyResult, style: Style): readonly string[] {
  const verbs = { failed: "failed", unknown: "the outcome is unknown" } as const;
  return (["failed", "unknown"] as const).flatMap((state) => {
    const troubles = settled.flatMap(({ step, address, outcome }) =>
      outcome.state === state ? [{ step, address, problem: outcome.problem }] : [],
    );
    return groupByProblem(troubles).map(({ target, problem, all }) => {
      const [{ step }] = all;
      const what = all.length === 1 ? visible(step) : `${all.length} steps at ${visible(target)}`;
      const which = all.length === 1 ? "" : `\n  ${style.dim(fewOf(all.map((one) => one.step)))}`;
      const text = indented(problemText(problem, style));
      return `${style.red("✘")} ${style.bold(what)}: ${verbs[state]}\n${text}${which}`;
    });
  });
}

/** Skipped steps, by reason. If many steps of a target wait for other steps, they share one line. */
function skipped({ settled }: ApplyResult, style: Style): readonly string[] {
  const all = settled.flatMap(({ step, address, outcome }) =>
    outcome.state === "skipped" ? [{ step, address, because: outcome.because }] : [],
  );
  const targets = Map.groupBy(all, ({ address }) => addressParts(address).target);
  const lines = [...targets.values()].flatMap((own) => {
    const many = new Set(own.map(({ because }) => because)).size > 8;
    const byWhy = Map.groupBy(own, ({ because }) => whySkipped(because, many));
    return [...byWhy].map(([why, same]) => {
      const count = same.length === 1 ? "" : `${same.length} steps, `;
      return `${style.yellow("-")} ${count}${fewOf(same.map(({ step }) => step))}: not tried, because ${why}`;
    });
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function whySkipped(because: string, many: boolean): string {
  if (because === "interrupted") return "the run was interrupted";
  if (because === "journal") return "the journal could not be written";
  if (because === "health") return "health declined after an earlier wave";
  if (because === "wave") return "an earlier wave failed";
  if (because === "asked") return "somebody requested a stop after an earlier wave";
  return many ? "changes on which they depend did not succeed" : `it needs "${visible(because)}"`;
}

function nonConvergentLines(result: ApplyResult, style: Style): readonly string[] {
  const { nonConvergent, acceptedUnseen = [] } = result;
  const accepted = new Set(acceptedUnseen.map(({ address }) => address));
  const isAccepted = ({ address }: NonConvergent) => accepted.has(address);
  const open = nonConvergent.filter((one) => !isRemembered(one, result));
  const late = open.filter((one) => isLate(one) && !isAccepted(one));
  const names = late.map(({ address }) => `  ${nameShown(address)}: it was accepted, but is not visible yet`);
  const yet = "Written, but not visible within limits.createVisibleSeconds: run plan before you apply again";
  return [
    ...(late.length > 0 ? [[style.yellow(yet), ...names].join("\n")] : []),
    ...differentLines(
      open.filter((one) => !isLate(one)),
      style,
    ),
  ];
}

/** The accepted creates that are not visible yet or no longer searched for, and what the next run does about them. */
function acceptedLines(
  { acceptedUnseen = [], interrupted }: ApplyResult,
  style: Style,
  titles: KindTitles,
): readonly string[] {
  // After an interruption, there may be many: only the first eight get a line.
  const shown = interrupted ? acceptedUnseen.slice(0, 8) : acceptedUnseen;
  if (shown.length === 0) return [];
  const lines = shown.map((one) => `  ${visible(acceptedSentence(one, titles))}`);
  const more = acceptedUnseen.length - shown.length;
  const next = "  The next run first searches for these resources, and creates none of them again.";
  return [
    [
      style.yellow("Accepted, but not visible within limits.createVisibleSeconds"),
      ...lines,
      ...(more > 0 ? [`  and ${more} more`] : []),
      next,
    ].join("\n"),
  ];
}

function isLate({ likely }: NonConvergent): boolean {
  return likely === "not there yet";
}

function differentLines(nonConvergent: readonly NonConvergent[], style: Style): readonly string[] {
  if (nonConvergent.length === 0) return [];
  const lines = nonConvergent.map(({ address, path, desired, live, likely }) => {
    const sides = differenceShown({ desired, live });
    const values = `declared ${sides.desired}, live ${sides.live}`;
    return `  ${nameShown(address)} ${fieldName(path)}: ${values} ${style.dim(`(likely cause: ${likely})`)}`;
  });
  return [[style.yellow("Written, but the live values still differ"), ...lines].join("\n")];
}

function unverified({ unverified: all }: ApplyResult, style: Style, titles: KindTitles): readonly string[] {
  const cut = all.filter(({ problem }) => problem.code === "interrupted").length;
  const troubles = all.filter(({ problem }) => problem.code !== "interrupted");
  const lines = groupByProblem(troubles).map(
    ({ problem, all: same }) =>
      `  ${fewOf(
        same.map(({ address }) => address),
        (address) => resourceName(address, titles),
      )}: ${visible(problem.message)}`,
  );
  return [
    ...(lines.length > 0
      ? [[style.yellow("Written, but could not be read again"), ...lines].join("\n")]
      : []),
    ...(cut > 0
      ? [style.yellow(`${counted(cut, "resource")} written, but not read again because of the interruption`)]
      : []),
  ];
}

function headline(result: ApplyResult, missing: number, style: Style): string {
  const { settled, requests, interrupted, halted, rolledBack, acceptedUnseen, finished = [] } = result;
  const count = (state: Outcome["state"]) => settled.filter(({ outcome }) => outcome.state === state).length;
  const states = ["applied", "converged", "failed", "unknown", "skipped"] as const;
  const counts = states
    .filter((state) => state === "applied" || count(state) > 0)
    .map((state) => `${count(state)} ${named[state]}`);
  if (rolledBack) counts.push(`${rolledBack.settled.filter(isDone).length} rolled back`);
  if (missing > 0) counts.push(`${missing} cannot be written`);
  const all = [...requests].filter(([, n]) => n > 0).map(([target, n]) => `${visible(target)} ${n}`);
  const used =
    all.length === 0
      ? ""
      : style.dim(
          `  (${counted(
            [...requests.values()].reduce((a, b) => a + b, 0),
            "request",
          )}: ${all.join(", ")})`,
        );
  const good =
    settled.every(isDone) &&
    !acceptedUnseen &&
    missing === 0 &&
    !interrupted &&
    !halted &&
    !finished.some(isUnfinished);
  const ended = style.bold(interrupted ? "Interrupted:" : "Apply:");
  return `${ended} ${good ? style.green(counts.join(", ")) : counts.join(", ")}${used}`;
}

const named: Readonly<Record<Outcome["state"], string>> = {
  applied: "applied",
  converged: "already as declared",
  failed: "failed",
  unknown: "unknown",
  skipped: "not tried",
};

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
