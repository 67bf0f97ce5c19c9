/** The hidden line in a plan's comment, which describes the plan for programs. Pure. */

import { isEnvironment } from "./grammar.ts";

/** The plan that a comment shows. */
export interface CommentedPlan {
  /** The environment. If absent, the project has one environment. */
  readonly environment?: string | undefined;
  /** The commit of the pull request that was planned. */
  readonly head: string;
  /** The plan's fingerprint; absent if no plan could be made. The fingerprint of a preview begins with `preview-`. */
  readonly fingerprint?: string | undefined;
  readonly steps: number;
}

/** The line with its line break. It is the first line below the comment's own mark. */
export function shownPlanLine({ environment, head, fingerprint, steps }: CommentedPlan): string {
  const facts = [
    `head=${head}`,
    ...(fingerprint === undefined ? [] : [`fingerprint=${fingerprint}`, `steps=${steps}`]),
    ...(environment === undefined ? [] : [`environment=${environment}`]),
  ];
  return `<!-- trueup-plan ${facts.join(" ")} -->\n`;
}

const mark = /^<!-- trueup:[\w.-]{1,96} -->\n<!-- trueup-plan ([ \w.=-]{1,400}) -->\n/;
const facts =
  /^head=([0-9a-f]{40,64})(?: fingerprint=((?:preview-)?[0-9a-f]{64}) steps=(\d{1,9}))?(?: environment=(\S+))?$/;

/** The content of the hidden line, if a comment has it below its mark; otherwise undefined. */
export function shownPlanIn(body: string): CommentedPlan | undefined {
  const [, told = ""] = mark.exec(body.slice(0, 1000).replaceAll("\r\n", "\n")) ?? [];
  const [whole, head = "", fingerprint, steps = "0", environment] = facts.exec(told) ?? [];
  if (whole === undefined || (environment !== undefined && !isEnvironment(environment))) return undefined;
  return { head, fingerprint, steps: Number(steps), environment };
}

/** True if a text is a fingerprint, including a preview's. */
export function isFingerprint(text: unknown): text is string {
  return typeof text === "string" && /^(?:preview-)?[0-9a-f]{64}$/.test(text);
}

/** Plans that somebody requested to apply, as workflows pass them on: `NUMBER:ENVIRONMENT:FINGERPRINT`. */
export function approvedWords(
  number: number,
  approved: readonly Pick<CommentedPlan, "environment" | "fingerprint">[],
): string {
  return approved
    .map(({ environment = "", fingerprint = "" }) => `${number}:${environment}:${fingerprint}`)
    .join(" ");
}
