/** Loads policy files: turns YAML texts into checked policies, and reports every problem at once. Reads no files. */

import { isArray } from "../../model/json.ts";
import type { Policy, PolicySubject } from "../../model/policy.ts";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { type Caret, caretIn, positionOf } from "../../yaml/caret.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import { type LoadFinding, problemsOf } from "../../yaml/findings.ts";
import { parse } from "../../yaml/parse.ts";
import type { KeyNumbers } from "../../yaml/positions.ts";
import { explain, shape } from "../../yaml/schema-issues.ts";
import { textFile } from "../../yaml/text-file.ts";
import { caretInText } from "../composition/expression-caret.ts";
import { check, usesIn } from "../expressions/evaluate.ts";
import type { ExpressionProblem } from "../expressions/faults.ts";
import { checkText, usesInText } from "../expressions/text.ts";
import { globTexts, policyFileSchema, type WrittenPolicy } from "./policy-schema.ts";

/** The result of loading policy files. */
export interface LoadedPolicies {
  /** The policies, in the order of file and position. */
  readonly policies: readonly Policy[];
  readonly problems: readonly Problem[];
}

/** The maximum number of policies in a project. */
const maxPolicies = 1000;

/** Loads all files in the given order. Never throws for user errors. */
export function loadPolicies(files: readonly SourceText[]): LoadedPolicies {
  const names: KeyNumbers = new Map();
  const findings: LoadFinding[] = [];
  const policies: Policy[] = [];
  for (const source of files) {
    const file = textFile(source.path, source.text);
    const { documents, faults } = parse(file, names);
    findings.push(...faults.map((fault) => ({ ...fault, file, only: true })));
    if (faults.length > 0) continue;
    for (const document of documents) policies.push(...policiesIn(document, findings));
  }
  return { policies: policies.slice(0, maxPolicies), problems: problemsOf(findings, []) };
}

function policiesIn(document: YamlDocument, findings: LoadFinding[]): readonly Policy[] {
  const { value } = document;
  if (value === null) return [];
  if (!isArray(value)) {
    const message = `a policy file must be a list of policies, not ${shape(value)}`;
    const hint = "Begin each policy with `- name:`.";
    findings.push({ code: "wrong-type", message, hint, ...caretOf(document, [], "value") });
    return [];
  }
  const checked = policyFileSchema.safeParse(value);
  if (!checked.success) {
    const of = { schema: policyFileSchema, value, title: "the file", beside: [] };
    for (const { path, at, ...said } of explain(checked.error.issues, of))
      findings.push({ ...said, ...caretOf(document, path, at) });
    return [];
  }
  return checked.data.flatMap((written, index) => {
    const wrong = faultsOf(written);
    for (const { field, problem, code } of wrong) {
      const caret = caretOf(document, [String(index), field], "value");
      const { message, hint } = problem;
      findings.push({ code, message, hint, ...caretInText(caret, problem) });
    }
    return wrong.length > 0 ? [] : [policyOf(written, caretOf(document, [String(index), "name"], "key"))];
  });
}

function caretOf(document: YamlDocument, path: readonly string[], at: "key" | "value"): Caret {
  return caretIn({ outline: document.outline, path: [] }, path, at);
}

interface PolicyFault {
  readonly field: "assert" | "message";
  readonly code: "bad-policy" | "bad-expression";
  readonly problem: ExpressionProblem;
}

/** The variables that `assert` may use, by the subject of the policy. The message may also use `wrong`. */
const variables = {
  each: ["resource", "environment"],
  all: ["resources", "subnets", "environment"],
  plan: ["plan", "run", "environment"],
} as const;

function faultsOf(written: WrittenPolicy): readonly PolicyFault[] {
  const subject = subjectOf(written);
  const problem = (message: string, hint: string) => ({
    message,
    hint,
    start: 0,
    end: written.assert.length,
  });
  if (subject === undefined) {
    const message = "`assert` does not say whether it is about one resource or about all of them";
    const hint =
      "Use either `resource` (the resource that is judged), or `resources` or `subnets` (all of them).";
    return [{ field: "assert", code: "bad-policy", problem: problem(message, hint) }];
  }
  const known: readonly string[] = variables[subject.is];
  const more = subject.is === "each" ? [] : ["wrong"];
  return [
    ...check(written.assert, known).map((each): PolicyFault => {
      return { field: "assert", code: "bad-expression", problem: each };
    }),
    ...checkText(written.message, [...known, ...more]).map((each): PolicyFault => {
      return { field: "message", code: "bad-expression", problem: each };
    }),
  ];
}

/**
 * Returns the subject of a policy. A policy about resources is about each resource or about all together, which shows
 * in the variables that it uses. Undefined if the variables do not show it.
 */
function subjectOf({ about, assert, message }: WrittenPolicy): PolicySubject | undefined {
  const names = new Set(usesIn(assert).map(({ name }) => name));
  if (about === "plan")
    return { is: "plan", timed: names.has("run") || usesInText(message).some(({ name }) => name === "run") };
  const { kind, address, except } = about;
  const selection = { kinds: globTexts(kind), addresses: globTexts(address), except: globTexts(except) };
  const isOne = names.has("resource");
  const isAll = names.has("resources") || names.has("subnets");
  if (isOne !== isAll) return { is: isOne ? "each" : "all", ...selection };
  // An invalid expression gets the subject `each`, so that its own errors are reported instead of a hint about
  // variables.
  return check(assert, [...variables.each, ...variables.all]).length > 0
    ? { is: "each", ...selection }
    : undefined;
}

function policyOf(written: WrittenPolicy, caret: Caret): Policy {
  const { name, assert, message, fix, severity = "error", timeZone = "UTC" } = written;
  const about = subjectOf(written);
  if (about === undefined) throw new Error("a policy without a subject has an error");
  return { name, about, assert, message, severity, fix, timeZone, at: positionOf(caret) };
}
