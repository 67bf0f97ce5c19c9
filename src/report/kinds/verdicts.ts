/** Shows the results of a catalog check as a table and as a document. Pure. */

import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../text/value.ts";

interface ShownOperation {
  readonly is: "works" | "fails" | "none";
  readonly why?: string | undefined;
}

/** The verdict on one kind, as texts to be shown. */
export interface ShownVerdict {
  readonly kind: string;
  readonly untried?: string | undefined;
  readonly operations: Readonly<Record<"create" | "read" | "update" | "remove", ShownOperation>>;
}

/** The input of a report: the title of the checked product, and the verdicts on its kinds. */
export interface VerdictsInput {
  readonly title: string;
  readonly verdicts: readonly ShownVerdict[];
  /** True: the product's login was not tested, because API descriptions do not contain it. */
  readonly isLoginUntried: boolean;
}

const operations = ["create", "read", "update", "remove"] as const;

const marks = { works: "✔", fails: "✘", none: "–" } as const;

/** A row for each kind, and below it the reasons why something does not work. */
export function verdictsText({ title, verdicts, isLoginUntried }: VerdictsInput, style: Style): string {
  const width = Math.max(4, ...verdicts.map(({ kind }) => kind.length));
  const paint = { works: style.green, fails: style.red, none: style.dim };
  const rows = verdicts.map(({ kind, operations: of }) => {
    const cells = operations.map((name) => `${paint[of[name].is](marks[of[name].is])}${" ".repeat(7)}`);
    return `  ${kind.padEnd(width)}  ${cells.join("").trimEnd()}`;
  });
  const failed = verdicts.filter(isFailed);
  const untried = verdicts.filter((each) => each.untried !== undefined);
  const works = verdicts.length - failed.length - untried.length;
  const head = `  ${"kind".padEnd(width)}  ${operations
    .map((name) => name.padEnd(8))
    .join("")
    .trimEnd()}`;
  const counts = [`${works} work`, `${failed.length} fail`, `${untried.length} not tried`].join(", ");
  return [
    `${style.bold(title)}: ${counted(verdicts.length, "kind")}`,
    "",
    style.dim(head),
    ...rows,
    ...part("Why", failed.flatMap(reasonsOf)),
    ...part(
      "Not tried",
      untried.map(({ kind, untried: why }) => `${kind}: ${why}`),
    ),
    ...(isLoginUntried ? ["", "The login was not tested, because descriptions do not show its answer."] : []),
    "",
    `${failed.length === 0 ? style.green("✔") : style.red("✘")} ${counts}`,
    "",
  ].join("\n");
}

/** The verdicts as a document, for programs. */
export function verdictsDocument(product: string, verdicts: readonly ShownVerdict[]): object {
  return { format: "trueup.catalogCheck", version: 1, product, kinds: verdicts };
}

function isFailed({ operations: of }: ShownVerdict): boolean {
  return Object.values(of).some(({ is }) => is === "fails");
}

function reasonsOf({ kind, operations: of }: ShownVerdict): readonly string[] {
  return operations.flatMap((name) =>
    of[name].is === "fails" ? [`${kind}, ${name}: ${of[name].why ?? ""}`] : [],
  );
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${visible(line)}`)];
}
