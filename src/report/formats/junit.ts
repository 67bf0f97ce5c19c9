/** The format JUnit XML, which most CI systems display: findings as test cases. */

import { addressParts } from "../../model/address.ts";
import { type Finding, problemFindings } from "../findings/findings.ts";
import { html, visible } from "../text/escape.ts";
import type { Format } from "./format.ts";

/** The format `junit`. */
export const junitFormat = {
  name: "junit",
  endings: [".xml"],
  readers: "machines",
  purpose: "the test report of a CI system",
  plan: async () => {
    const { planFindings } = await import("../findings/plan-findings.ts");
    return (plan, { problems }) =>
      junitXml([...problemFindings(problems), ...planFindings(plan)], "plan", plan.converged);
  },
  drift: async () => {
    const { driftFindings } = await import("../findings/plan-findings.ts");
    return (plan, { problems }) =>
      junitXml([...problemFindings(problems), ...driftFindings(plan)], "drift", plan.converged);
  },
  problems: (problems) => junitXml(problemFindings(problems), "problems", 0),
} as const satisfies Format;

/**
 * One suite for each target, and one case for each finding. Differences, and everything that stops an apply, are failed
 * cases. Warnings of the project and its policies are skipped cases; notes are passed cases. `converged` is the number
 * of resources without a difference, which share one passed case.
 */
export function junitXml(findings: readonly Finding[], name: string, converged: number): string {
  const suites = Map.groupBy(findings, ({ address }) =>
    address === undefined ? "project" : addressParts(address).target,
  );
  const kept = converged > 0 ? [asDeclared(converged)] : [];
  const all = [...kept, ...[...suites].map(([target, own]) => suite(target, own))];
  const counts = countsOf(findings, kept.length);
  const head = `<testsuites name="${xml(`trueup ${name}`)}" ${counts}>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...all, "</testsuites>"].join("\n")}\n`;
}

function asDeclared(converged: number): string {
  const one = `    <testcase name="${converged} as declared" classname="trueup"/>`;
  const head = `  <testsuite name="as declared" ${countsOf([], 1)}>`;
  return [head, one, "  </testsuite>"].join("\n");
}

function suite(target: string, findings: readonly Finding[]): string {
  const head = `  <testsuite name="${xml(target)}" ${countsOf(findings)}>`;
  return [head, ...findings.map(testcase), "  </testsuite>"].join("\n");
}

function testcase(finding: Finding): string {
  const { rule, message, address, at } = finding;
  const of = address === undefined ? "trueup" : addressParts(address).kind;
  const place = at ? ` file="${xml(at.file)}" line="${at.line}"` : "";
  const head = `    <testcase name="${xml(message)}" classname="${xml(of)}"${place}>`;
  const where = at ? `${at.file}:${at.line}` : (address ?? "");
  const body = {
    failed: `<failure type="${xml(rule)}" message="${xml(message)}">${xml(where)}</failure>`,
    skipped: `<skipped message="${xml(`warning: ${message}`)}"/>`,
    passed: `<system-out>${xml(rule)} ${xml(where)}</system-out>`,
  }[resultOf(finding)];
  return [head, `      ${body}`, "    </testcase>"].join("\n");
}

type CaseResult = "failed" | "skipped" | "passed";

function resultOf({ level, isAdvice }: Finding): CaseResult {
  if (level === "note") return "passed";
  return isAdvice ? "skipped" : "failed";
}

function countsOf(findings: readonly Finding[], more = 0): string {
  const of = (result: CaseResult) => findings.filter((one) => resultOf(one) === result).length;
  return `tests="${findings.length + more}" failures="${of("failed")}" errors="0" skipped="${of("skipped")}"`;
}

/** A text for XML 1.0, which does not allow controls, lone surrogates and U+FFFE, even escaped. */
function xml(text: string): string {
  return html(
    visible(text)
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, "\ufffd"),
  );
}
