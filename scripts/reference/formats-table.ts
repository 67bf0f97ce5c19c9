/** The table of formats in `docs/formats.md`: from the registry of formats, and from each command's options. */

import { readFile } from "node:fs/promises";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";
import { formats } from "../../src/report/formats/registry.ts";
import { table } from "./table.ts";

const place = /<!-- formats -->[\s\S]*<!-- \/formats -->/;

/** `docs/formats.md` with an up-to-date table. */
export async function formatsPage(): Promise<string> {
  const page = await readFile(new URL("../../docs/formats.md", import.meta.url), "utf8");
  return page.replace(place, () => `<!-- formats -->\n${formatsTable()}<!-- /formats -->`);
}

function formatsTable(): string {
  const taken = formatsTaken();
  const rows = formats.map(({ name, endings, purpose }) => {
    const of = taken.filter(({ choices }) => choices.includes(name)).map(({ command }) => command);
    const commands = of.length === taken.length ? "all commands that have `--format`" : of.join(", ");
    const own = endings.map((ending) => (ending === "" ? "any other" : `\`${ending}\``)).join(", ");
    return [`\`${name}\``, own, purpose, commands];
  });
  return table(["format", "ending", "for", "of"], rows);
}

/** All commands with `--format`, with their formats. */
function formatsTaken() {
  const silent = { write: () => true };
  const surroundings = { cwd: () => ".", env: {}, stdin: process.stdin, stdout: silent, stderr: silent };
  return taking(
    program("0", () => {}, { surroundings, output: openOutput(surroundings) }),
    "",
  );
}

interface Taking {
  readonly command: string;
  readonly choices: readonly string[];
}

function taking(
  command: Pick<CommandUnknownOpts, "name" | "options" | "commands">,
  within: string,
): readonly Taking[] {
  const own = command.options.find(({ long }) => long === "--format")?.argChoices;
  return [
    ...(own ? [{ command: within, choices: own }] : []),
    ...command.commands.flatMap((each) => taking(each, `${within} ${each.name()}`.trim())),
  ];
}
