/** Findings: problems that a load collects. At its end, they are sorted and deduplicated, and get excerpts. */

import type { Address } from "../model/address.ts";
import { byText } from "../model/compare.ts";
import { bounded, type Problem } from "../model/problem.ts";
import type { SourcePosition } from "../model/source.ts";
import { type Caret, positionOf } from "./caret.ts";
import { slipHint } from "./slips.ts";
import { excerptAt, positionAt, type TextFile } from "./text-file.ts";

/** One problem and its place in a text. */
export interface LoadFinding {
  readonly severity?: "warning" | undefined;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly address?: Address | undefined;
  readonly file: TextFile;
  readonly offset: number;
  /** True: other errors at the same place are mere consequences of this one. */
  readonly only?: boolean | undefined;
  /** The data row, if the finding is about the instance of a document for a row. */
  readonly row?: Caret | undefined;
}

interface Placed {
  readonly finding: LoadFinding;
  readonly at: SourcePosition;
}

/**
 * Returns the findings as problems, in the order of file, line, column and message. An error in a shared default is
 * reported once. Excerpts do not show the values of `secretFields`.
 */
export function problemsOf(
  findings: readonly LoadFinding[],
  secretFields: Iterable<string>,
): readonly Problem[] {
  const veiled = veilOf(secretFields);
  const only = new Set(findings.flatMap((finding) => (finding.only ? [placeText(finding)] : [])));
  const placed = findings
    .filter((finding) => finding.only || !only.has(placeText(finding)))
    .map((finding) => ({ finding, at: positionAt(finding.file, finding.offset) }))
    .sort(inOrder);
  return oncePerPlace(placed.filter((each, index) => !sameAs(each, placed[index - 1]))).map((each) =>
    toProblem(each, veiled),
  );
}

/** The maximum number of messages per place of a template. */
const saidMax = 3;

/**
 * Merges errors that several rows have at the same place of a template. Each message is reported once, with the first
 * row and the number of the others.
 */
function oncePerPlace(placed: readonly Placed[]): readonly Placed[] {
  const ofRows = placed.filter(({ finding }) => finding.row);
  const said = new Map<Placed, string>();
  for (const all of Map.groupBy(ofRows, ({ finding }) => `${finding.code} ${placeText(finding)}`).values()) {
    const messages = [...Map.groupBy(all, ({ finding }) => finding.message).values()];
    const others = messages.slice(saidMax).reduce((sum, each) => sum + each.length, 0);
    for (const [index, [first, ...more]] of messages.slice(0, saidMax).entries()) {
      if (!first?.finding.row) continue;
      const { file, line } = positionOf(first.finding.row);
      const same = more.length === 0 ? "" : `, and ${more.length} more`;
      const rest =
        others > 0 && index === saidMax - 1 ? `; ${others} more rows have other problems here` : "";
      said.set(first, `${first.finding.message} (row ${file}:${line}${same}${rest})`);
    }
  }
  return placed.flatMap((each) => {
    const message = said.get(each);
    if (message !== undefined) return [{ ...each, finding: { ...each.finding, message } }];
    return each.finding.row ? [] : [each];
  });
}

function placeText(finding: LoadFinding): string {
  return `${finding.offset} ${finding.file.path}`;
}

function toProblem({ finding, at }: Placed, veiled: RegExp): Problem {
  const { file, offset: _, only: __, row: ___, severity = "error", ...said } = finding;
  const slip = severity === "error" ? slipHint(file.text, finding.offset) : undefined;
  const hint = slip ?? said.hint;
  return bounded({ severity, ...said, hint, at, excerpt: excerptAt(file, at, veiled) });
}

function inOrder(a: Placed, b: Placed): number {
  return (
    byText(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    byText(a.finding.code, b.finding.code) ||
    (a.finding.row?.offset ?? -1) - (b.finding.row?.offset ?? -1) ||
    byText(a.finding.message, b.finding.message) ||
    byText(a.finding.address ?? "", b.finding.address ?? "")
  );
}

function sameAs(a: Placed, b: Placed | undefined): boolean {
  return (
    b !== undefined &&
    a.finding.message === b.finding.message &&
    a.finding.file === b.finding.file &&
    a.finding.offset === b.finding.offset &&
    a.finding.row?.offset === b.finding.row?.offset
  );
}

/** The prefix of a reference. A value with this prefix may be shown. */
const reference = "[\"']?(?:env|file|command):";

/**
 * Matches a value: a quoted text; inside brackets, everything up to a comma or a closing bracket; elsewhere, the rest
 * of the line.
 */
const values = `"(?:[^"\\\\]|\\\\.)*"|'[^']*'|(?<=[{[].*)[^\\s,}\\]][^,}\\]]*|\\S.*`;

/**
 * Returns an expression that matches `password: value` for secret fields, unless the value is a reference. It also
 * matches the user part of a URL.
 */
function veilOf(secretFields: Iterable<string>): RegExp {
  const names = ["secret", ...secretFields].map((name) => name.replace(/[^\w-]/g, "\\$&"));
  const name = `(?:^|[\\s{,"'])(?:${[...new Set(names)].join("|")})["']?\\s*:\\s*`;
  const shown = `(?!\\{\\s*["']?secret["']?\\s*:\\s*${reference}|${reference})`;
  return new RegExp(`(${name})${shown}(${values})|(://)([^/@\\s]+)(?=@)`, "g");
}
