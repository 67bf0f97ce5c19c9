/** The command line as a page: from the same definitions as the command line itself. */

import type { Command, Option } from "@commander-js/extra-typings";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";
import { cell, table } from "./table.ts";

// biome-ignore lint/suspicious/noExplicitAny: commander's own types of a command of whatever arguments
type AnyCommand = Command<any, any, any>;

/** The text of `docs/reference/cli.md`. */
export function cliPage(): string {
  let said = "";
  const stdout = {
    write: (text: string) => {
      said += text;
      return true;
    },
  };
  const surroundings = { cwd: () => ".", env: {}, stdin: process.stdin, stdout, stderr: stdout };
  const root = program("0", () => {}, { surroundings, output: openOutput(surroundings) });
  const notes = (command: AnyCommand) => {
    said = "";
    command.outputHelp();
    return notesOf(said);
  };
  const commands = root.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each]));
  return `<!-- Generated from the definitions of the commands by \`npm run reference\`. -->

# Command line

All commands with all their options. [Commands](../commands.md) says which you need first, and what each exit status means.

## For every command

${optionTable(root.options)}
${commands.map((command) => section(command, notes(command))).join("\n")}`;
}

function section(command: AnyCommand, { examples, rest }: HelpNotes): string {
  const name = nameOf(command);
  const parts = [
    `## \`${name}\`\n`,
    `${sentence(command.description())}\n`,
    `\`\`\`text\n${`${name} ${command.usage()}`.trim()}\n\`\`\`\n`,
    command.registeredArguments.length > 0 ? argumentTable(command.registeredArguments) : "",
    command.options.length > 0 ? optionTable(command.options) : "",
    examples === "" ? "" : `Examples:\n\n\`\`\`text\n${examples}\n\`\`\`\n`,
    rest === "" ? "" : `${rest}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The whole name of a command, such as `trueup catalog derive`. */
function nameOf(command: AnyCommand): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function argumentTable(given: AnyCommand["registeredArguments"]): string {
  const rows = given.map((each) => {
    const name = each.variadic ? `${each.name()}...` : each.name();
    return [`\`${each.required ? `<${name}>` : `[${name}]`}\``, about(each)];
  });
  return table(["argument", "is"], rows);
}

function optionTable(options: readonly Option[]): string {
  const rows = options.filter(({ hidden }) => !hidden).map((each) => [`\`${each.flags}\``, about(each)]);
  return table(["option", "does"], rows);
}

/** The purpose of an option or argument, its possible values, and its default. */
function about(each: {
  readonly description: string;
  readonly argChoices?: readonly string[];
  readonly defaultValue?: unknown;
}): string {
  const { argChoices = [], defaultValue } = each;
  const choices =
    argChoices.length > 0 ? [`One of ${argChoices.map((one) => `\`${one}\``).join(", ")}.`] : [];
  const isTold = defaultValue !== undefined && typeof defaultValue !== "boolean";
  const value = isTold ? [`Default: \`${String(defaultValue)}\`.`] : [];
  return cell([sentence(each.description), ...choices, ...value].join(" "));
}

/** The notes below the options in a command's help. */
interface HelpNotes {
  readonly examples: string;
  readonly rest: string;
}

function notesOf(help: string): HelpNotes {
  const [, text = ""] = help.split(/^Examples:\n/m);
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("  "));
  const taken = end < 0 ? lines.length : end;
  return {
    examples: lines
      .slice(0, taken)
      .map((line) => line.trim())
      .join("\n"),
    rest: lines.slice(taken).join("\n").trim(),
  };
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
