/** Converts the findings of policies into problems with their places in the project's files. */

import { originWords } from "../load/desired/field-places.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { segments } from "../model/pointer.ts";
import type { PolicyFinding } from "../model/policy.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Origin, SourcePosition } from "../model/source.ts";
import { judgeDesired } from "../plan/policies/judge.ts";
import { type LoadFinding, problemsOf } from "../yaml/findings.ts";
import { lineOffset, type TextFile, textFile } from "../yaml/text-file.ts";
import type { ReadProject } from "./read.ts";

const code = "policy";
/** The maximum number of findings that are reported per policy. */
const maxTold = 100;
/** The maximum number of further resources that are named in a finding. */
const maxOthers = 3;

/** Returns violations of the project's policies in desired state, ordered by policy, then by file, line and column. */
export function policyProblems({
  project,
  loaded: { desired },
  files,
}: Pick<ReadProject, "project" | "loaded" | "files">): readonly Problem[] {
  const { policies = [], environment } = project;
  const found = judgeDesired(policies, desired, environment);
  const texts = new Map(files.map(({ path, text }) => [path, textFile(path, text)]));
  const secretFields = secretFieldsOf(desired);
  return [...Map.groupBy(found, ({ policy }) => policy)].flatMap(([policy, own]) => {
    const placed: LoadFinding[] = [];
    const others: Problem[] = [];
    for (const each of own.slice(0, maxTold)) {
      const said = problemOf(each, desired);
      const caret = said.at && caretAt(said.at, texts);
      if (caret)
        placed.push({ ...said, severity: policy.severity === "warning" ? "warning" : undefined, ...caret });
      else
        others.push(
          problem(code, said.message, { ...said, severity: policy.severity, at: said.at ?? policy.at }),
        );
    }
    const more = own.length - maxTold;
    const { name, severity, at } = policy;
    if (more > 0) others.push(problem(code, `policy ${name}: ${more} more violations`, { severity, at }));
    return [...problemsOf(placed, secretFields), ...others];
  });
}

interface SaidFinding extends Pick<Problem, "code" | "message" | "address" | "hint"> {
  readonly at: Origin | undefined;
}

function problemOf(finding: PolicyFinding, desired: Desired): SaidFinding {
  const { addresses, path, policy } = finding;
  const [address] = addresses;
  const at = address && desired.locate(address, path);
  const hints = [...(at ? cameThrough(at) : []), ...(policy.fix === undefined ? [] : [policy.fix])];
  const hint = hints.length > 0 ? hints.join(" ") : undefined;
  return { code, message: messageOf(finding, desired), address, hint, at };
}

function messageOf({ policy, message, addresses }: PolicyFinding, desired: Desired): string {
  const [first, ...rest] = addresses;
  const about = policy.about.is === "each" && first !== undefined ? `${first}: ` : "";
  const named = rest.slice(0, maxOthers).map((address) => placeText(address, desired.locate(address, "")));
  const more = rest.length - named.length;
  const others = more > 0 ? [...named, `${more} more`] : named;
  return `policy ${policy.name}: ${about}${message}${others.length > 0 ? ` (also: ${others.join(", ")})` : ""}`;
}

function placeText(address: Address, at: Origin | undefined): string {
  return at ? `${address} at ${originWords(at)}` : address;
}

/** Returns a sentence that names the variables from which a value came; none if there are no variables. */
function cameThrough({ through = [] }: Origin): readonly string[] {
  const named = through.map(({ name, file, line }) => `\`${name}\` (${file}:${line})`);
  return named.length === 0 ? [] : [`The value comes through ${named.join(", ")}.`];
}

function caretAt(
  { row, ...at }: Origin,
  texts: ReadonlyMap<string, TextFile>,
): Pick<LoadFinding, "file" | "offset" | "row"> | undefined {
  const caret = offsetOf(at, texts);
  const ofRow = row && offsetOf(row, texts);
  return caret && { ...caret, ...(ofRow && { row: ofRow }) };
}

function offsetOf(
  { file, line, column }: SourcePosition,
  texts: ReadonlyMap<string, TextFile>,
): Pick<LoadFinding, "file" | "offset"> | undefined {
  const text = texts.get(file);
  return text && { file: text, offset: lineOffset(text, line) + column - 1 };
}

/** The names of fields that contain secrets. Excerpts do not show their values. */
function secretFieldsOf({ resources }: Desired): readonly string[] {
  const fields = [...resources.values()].flatMap(({ secrets }) =>
    secrets.flatMap((path) => segments(path).at(-1) ?? []),
  );
  return [...new Set(fields)];
}
