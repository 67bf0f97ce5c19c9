/** The format SARIF 2.1.0, for code scanning and editors: findings as results with rules. */

import { type Finding, problemFindings, rules } from "../findings/findings.ts";
import { documentText } from "../text/escape.ts";
import type { Format } from "./format.ts";

/** The format `sarif`. */
export const sarifFormat = {
  name: "sarif",
  endings: [".sarif", ".sarif.json"],
  readers: "machines",
  purpose: "code scanning, editors: SARIF 2.1.0",
  plan: async () => {
    const { planFindings } = await import("../findings/plan-findings.ts");
    return (plan, { problems, folder }) =>
      documentText(sarifDocument([...problemFindings(problems), ...planFindings(plan)], folder));
  },
  drift: async () => {
    const { driftFindings } = await import("../findings/plan-findings.ts");
    return (plan, { problems, folder }) =>
      documentText(sarifDocument([...problemFindings(problems), ...driftFindings(plan)], folder));
  },
  problems: (problems, folder) => documentText(sarifDocument(problemFindings(problems), folder)),
} as const satisfies Format;

/** The place of findings without a place. Code scanning would not show them without one. */
const nowhere = { file: "trueup.yaml", line: 1 };

/**
 * A SARIF log with one run. `folder` is the project's path from the repository's root: empty, or with a trailing
 * slash.
 */
export function sarifDocument(findings: readonly Finding[], folder: string): object {
  const used = [...new Set(findings.map(({ rule }) => rule))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "trueup", rules: used.map(ruleDocument) } },
        columnKind: "utf16CodeUnits",
        results: findings.map((one) => result(one, { index: used.indexOf(one.rule), folder })),
      },
    ],
  };
}

function ruleDocument(id: string): object {
  const text = rules[id] ?? "A problem of the project or its desired state: see docs/problems.md.";
  return { id, shortDescription: { text } };
}

function result(
  { rule, level, message, address, path = "", at }: Finding,
  { index, folder }: { readonly index: number; readonly folder: string },
): object {
  const { file, line } = at ?? nowhere;
  const region = { startLine: line, startColumn: at?.column };
  const uri = (folder + file).split("/").map(encodeURIComponent).join("/");
  return {
    ruleId: rule,
    ruleIndex: index,
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region },
        logicalLocations:
          address === undefined ? undefined : [{ fullyQualifiedName: address, kind: "resource" }],
      },
    ],
    partialFingerprints: address === undefined ? undefined : { "trueup/v1": `${rule} ${address}${path}` },
  };
}
