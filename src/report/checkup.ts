/** Renders the findings of `trueup doctor`, line by line, as text for a screen, and as a document. Pure. */

import { visible } from "./text/escape.ts";
import type { Style } from "./text/style.ts";
import { counted } from "./text/value.ts";

/** The result of one check. */
export interface CheckupLine {
  /** The area to which the line belongs, such as `repository` or `target cloud`. */
  readonly area: string;
  readonly about: string;
  /** `untried`: the check was not possible, which is not a failure. */
  readonly state: "ok" | "warning" | "failed" | "untried";
  readonly says: string;
  /** What to do, if the state is not `ok`. */
  readonly hint?: string | undefined;
}

const marks = { ok: "✔", warning: "!", failed: "✘", untried: "-" } as const;

/** A screen: each area with its lines, then everything that is not ok. Ends with a line break. */
export function checkupText(lines: readonly CheckupLine[], style: Style): string {
  const width = Math.max(0, ...lines.map(({ about }) => about.length));
  const areas = [...Map.groupBy(lines, ({ area }) => area)].map(([area, own]) => {
    const shown = own.map((line) => lineText(line, { style, width })).join("");
    return `${style.bold(visible(area))}\n${shown}`;
  });
  return `${areas.join("\n")}\n${summary(lines)}\n`;
}

function lineText(
  { about, state, says, hint }: CheckupLine,
  { style, width }: { readonly style: Style; readonly width: number },
): string {
  const paint = { ok: style.green, warning: style.yellow, failed: style.red, untried: style.dim }[state];
  const line = `  ${paint(marks[state])} ${visible(about).padEnd(width)}  ${visible(says)}\n`;
  return hint === undefined ? line : `${line}    ${" ".repeat(width)}  ${style.cyan("→")} ${visible(hint)}\n`;
}

function summary(lines: readonly CheckupLine[]): string {
  const of = (state: CheckupLine["state"]) => lines.filter((line) => line.state === state).length;
  const [failed, warnings, untried] = [of("failed"), of("warning"), of("untried")];
  const parts = [
    ...(failed > 0 ? [`${counted(failed, "problem")}`] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(untried > 0 ? [`${untried} not checked`] : []),
  ];
  return parts.length === 0 ? "Everything is fine." : `${parts.join(", ")}; ${of("ok")} fine.`;
}

/** The checks as a document, for programs. */
export function checkupDocument(lines: readonly CheckupLine[]): object {
  return { format: "trueup.doctor", version: 1, checks: lines };
}
