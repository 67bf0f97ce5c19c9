/** The help of each command: its group, and examples that can be typed as they are. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { expect, test } from "vitest";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";

/** Returns the whole command line, with actions that do nothing, and its output. */
function commandLine() {
  let said = "";
  const sink = {
    write: (text: string) => {
      said += text;
      return true;
    },
  };
  const surroundings = { cwd: () => ".", env: {}, stdin: process.stdin, stdout: sink, stderr: sink };
  const root = program("0", () => {}, { surroundings, output: openOutput(surroundings) });
  const printed = (print: () => void) => {
    said = "";
    print();
    return said;
  };
  return { root, printed };
}

const { root, printed } = commandLine();

/** Returns a command and all its subcommands, each with its full name. */
function commandsOf(
  command: CommandUnknownOpts,
  path: string,
): readonly (readonly [string, CommandUnknownOpts])[] {
  const inner = command.commands.flatMap((each) => commandsOf(each, `${path} ${each.name()}`));
  return [[path, command], ...inner];
}

const commands = commandsOf(root, "trueup");

/** Returns the lines below `Examples:` in a help text. */
function examplesOf(command: CommandUnknownOpts): readonly string[] {
  const [, lines = ""] = /\nExamples:\n((?: {2}.*\n)+)/.exec(printed(() => command.outputHelp())) ?? [];
  return lines.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

/** Returns what a shell would run: the words of each trueup command in a line. */
function callsOf(line: string): readonly (readonly string[])[] {
  const [shown = ""] = line.split(/ {2,}#/);
  return shown.split(/ && | \| /).flatMap((part) => {
    const words = [...part.replace(/ > \S+$/, "").matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    );
    return words[0] === "trueup" ? [words.slice(1)] : [];
  });
}

test.each(commands)(
  "%s has examples (`examples` of options.ts), and one of them is of itself",
  (path, command) => {
    const calls = examplesOf(command).flatMap(callsOf);
    expect(calls.some((words) => `trueup ${words.join(" ")}`.startsWith(path))).toBe(true);
  },
);

test("each example is a command with options and arguments that it knows", () => {
  const ran: string[] = [];
  for (const [path, command] of commands)
    if (command.commands.length === 0) command.action(() => void ran.push(path));
  const calls = commands.flatMap(([, command]) => examplesOf(command)).flatMap(callsOf);
  const typed = calls.filter(([name]) => name !== "complete");
  const wrong = typed.flatMap((words) => {
    const said = printed(() => {
      try {
        root.parse(words, { from: "user" });
      } catch {
        // The error is printed.
      }
    });
    return said === "" ? [] : [`trueup ${words.join(" ")}: ${said}`];
  });
  expect(wrong).toEqual([]);
  expect(ran).toHaveLength(typed.length);
  expect(typed.length).toBeGreaterThan(60);
});

test("each command is in a group of the help", () => {
  expect(
    root.commands.filter((command) => command.helpGroup() === "").map((command) => command.name()),
  ).toEqual([]);
});

test.each(commands)("%s: its help lists the options that every command has", (path, command) => {
  const help = printed(() => command.outputHelp());
  expect(help).toContain(`Usage: ${path} `);
  for (const { long } of root.options) expect(help).toContain(`${long}`);
});
