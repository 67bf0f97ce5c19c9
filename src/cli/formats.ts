/** Plans and problems in every format that a command can write. */

import type { Desired } from "../model/desired.ts";
import type { Plan } from "../model/plan.ts";
import type { Problem } from "../model/problem.ts";
import type { Redaction } from "../model/secret.ts";
import type { Who } from "../model/snapshot.ts";
import { irreversibleText } from "../report/apply/rollback-text.ts";
import { driftDocument, driftMarkdown, driftText } from "../report/drift/drift.ts";
import { driftHtml } from "../report/drift/drift-html.ts";
import { driftFindings, type Finding, planFindings, problemFindings } from "../report/findings/findings.ts";
import { junitXml } from "../report/findings/junit.ts";
import { sarifDocument } from "../report/findings/sarif.ts";
import { planHtml } from "../report/plan/plan-html.ts";
import { planDocument } from "../report/plan/plan-json.ts";
import { planMarkdown } from "../report/plan/plan-markdown.ts";
import { planText } from "../report/plan/plan-text.ts";
import { documentText } from "../report/text/escape.ts";
import type { LineLink } from "../report/text/line-link.ts";
import type { Style } from "../report/text/style.ts";
import { planWithout, problemsWithout } from "../report/without-secrets.ts";
import type { Format } from "./cli.ts";

/** What a result is written with. */
export interface WriteContext {
  readonly format: Format;
  readonly style: Style;
  /** The project's folder as the root of the repository sees it. */
  readonly folder: string;
  readonly problems: readonly Problem[];
  /** Takes secrets out: of what is written before any of it is cut, and of the whole. */
  readonly secrets: Redaction;
  /** Knows where fields were written. */
  readonly desired: Desired;
  /** True: what a rollback could not take back is listed, in text, Markdown and HTML. JSON always says it. */
  readonly rollback?: boolean;
  /** Who changed what drifted, where that was asked for. */
  readonly who?: Who | undefined;
  /** When live was read: ISO 8601 in UTC. */
  readonly at?: string | undefined;
  /** Where a line can be looked at. */
  readonly link?: LineLink | undefined;
}

/** A plan, as a text that ends with a line break. */
export function planIn(plan: Plan, context: WriteContext): string {
  const { secrets, problems } = context;
  const shown = { ...context, problems: problemsWithout(problems, secrets) };
  return secrets.text(planShown(planWithout(plan, secrets), shown));
}

function planShown(
  plan: Plan,
  { format, style, folder, problems, desired, rollback = false, at, link }: WriteContext,
): string {
  const locate: Desired["locate"] = (address, path) => desired.locate(address, path);
  switch (format) {
    case "text":
      return planText(plan, style, at) + (rollback ? irreversibleText(plan, style) : "");
    case "markdown":
      return planMarkdown(plan, { problems, locate, rollback, at, link });
    case "json":
      return documentText(planDocument(plan, problems));
    case "sarif":
      return documentText(sarifDocument(withProblems(problems, planFindings(plan)), folder));
    case "junit":
      return junitXml(withProblems(problems, planFindings(plan)), "plan", plan.converged);
    case "html":
      return planHtml(plan, { problems, locate, rollback, at, link });
  }
}

/** The drift that a plan shows, as a text that ends with a line break. */
export function driftIn(plan: Plan, context: WriteContext): string {
  const { secrets, problems } = context;
  const shown = { ...context, problems: problemsWithout(problems, secrets) };
  return secrets.text(driftShown(planWithout(plan, secrets), shown));
}

function driftShown(plan: Plan, { format, style, folder, problems, who, at, link }: WriteContext): string {
  switch (format) {
    case "text":
      return driftText(plan, style, who);
    case "markdown":
      return driftMarkdown(plan, { who, at, link });
    case "json":
      return documentText(driftDocument(plan, who));
    case "sarif":
      return documentText(sarifDocument(withProblems(problems, driftFindings(plan)), folder));
    case "junit":
      return junitXml(withProblems(problems, driftFindings(plan)), "drift", plan.converged);
    case "html":
      return driftHtml(plan, { who, at, link });
  }
}

/** Problems in a format for machines; undefined for people, who read them on standard error. */
export function problemsIn(format: Format, problems: readonly Problem[], folder: string): string | undefined {
  switch (format) {
    case "json":
      return documentText({ format: "trueup.problems", version: 1, problems });
    case "sarif":
      return documentText(sarifDocument(problemFindings(problems), folder));
    case "junit":
      return junitXml(problemFindings(problems), "problems", 0);
    case "text":
    case "markdown":
    case "html":
      return undefined;
  }
}

/** The format that the ending of a file's name asks for; text when it asks for none. */
export function formatOf(path: string): Format {
  if (/\.sarif(?:\.json)?$/.test(path)) return "sarif";
  if (path.endsWith(".json")) return "json";
  if (path.endsWith(".md")) return "markdown";
  if (path.endsWith(".xml")) return "junit";
  return /\.html?$/.test(path) ? "html" : "text";
}

function withProblems(problems: readonly Problem[], findings: readonly Finding[]): readonly Finding[] {
  return [...problemFindings(problems), ...findings];
}
