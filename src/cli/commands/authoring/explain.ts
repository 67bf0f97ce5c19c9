/** `trueup explain`: shows a composed resource, and where each part of it is declared. Needs no network. */

import type { Address } from "../../../model/address.ts";
import { pointer, segments } from "../../../model/pointer.ts";
import { hasErrors, type Problem, problem } from "../../../model/problem.ts";
import { kindTitles } from "../../../project/kind-titles.ts";
import { type ReadProject, readProject } from "../../../project/read.ts";
import { explanationDocument, explanationText } from "../../../report/composed/explanation.ts";
import { type FormatFor, resultIn } from "../../../report/formats/registry.ts";
import { fieldName } from "../../../report/text/value.ts";
import { meant } from "../../../yaml/did-you-mean.ts";
import type { Cli } from "../../cli.ts";
import { printProblems } from "../../terminal/printing.ts";

/** The command's arguments and options. */
export interface ExplainOptions {
  readonly format: FormatFor<"result">;
  readonly address: string;
  /** A field as reports write it, `netflow.enabled`, or as a pointer, `/netflow/enabled`. */
  readonly field?: string | undefined;
}

/** Exit status: 0; 1 if the resource or field does not exist. Errors elsewhere in the project are ignored. */
export async function runExplain(cli: Cli, options: ExplainOptions): Promise<number> {
  const { read, problems, folder } = await readProject(cli.cwd, cli.global.project);
  const refuse = (found: readonly Problem[]) => {
    printProblems(cli, found, { ...options, folder });
    return 1;
  };
  if (!read) return refuse(problems);
  const { desired, composition } = read.loaded;
  const address = declaredAddress(read, options.address);
  if (typeof address !== "string") return refuse([...problems.filter(isError), address]);
  const all = composition.explain(address) ?? [];
  const { field } = options;
  const fields = field === undefined ? all : all.filter(({ path }) => isAbout(path, field));
  if (field !== undefined && fields.length === 0) {
    const hint = meant(
      field,
      all.map(({ path }) => fieldName(path)),
    );
    return refuse([problem("unknown-field", `${address} declares no \`${field}\``, { hint })]);
  }
  const at = desired.locate(address, "") ?? composition.holders().get(address);
  const explanation = { address, at, fields };
  const text = () => explanationText(explanation, cli.style, kindTitles(read));
  cli.out(resultIn(options.format, { text, document: () => explanationDocument(explanation) }));
  return 0;
}

function isError(found: Problem): boolean {
  return hasErrors([found]);
}

/** True if `path` is the field itself, or is inside it. */
function isAbout(path: string, field: string): boolean {
  const own = segments(path);
  return own.some((_, index) => {
    const outer = pointer(own.slice(0, index + 1));
    return outer === field || fieldName(outer) === field;
  });
}

/** The address of a declared resource or container, or the problem with it. */
export function declaredAddress({ loaded }: ReadProject, text: string): Address | Problem {
  const known = [...loaded.desired.resources.keys(), ...loaded.composition.holders().keys()];
  const found = known.find((each) => each === text);
  if (found) return found;
  const inside = known.find((each) => each.endsWith(`/${text}`));
  const hint =
    (inside === undefined ? meant(text, known) : `Did you mean \`${inside}\`?`) ??
    "An address is target/kind/key, such as cloud/network/berlin. Run `trueup render` to see the declared addresses.";
  return problem("unknown-address", `desired state does not declare ${text}`, { hint });
}
