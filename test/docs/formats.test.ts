/**
 * Compares docs/formats.md with the command line: every format has a row, with the file name extensions that select it.
 */

import { readFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { expect, test } from "vitest";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";
import { formatOfFile } from "../../src/report/formats/registry.ts";

const silent = { write: () => true };
const surroundings = { cwd: () => ".", env: {}, stdin: process.stdin, stdout: silent, stderr: silent };

/** Returns the values of `--format` that a command or a command below it accepts. */
function formatsOf(command: Pick<Command, "options" | "commands">): readonly string[] {
  const own = command.options.filter(({ long }) => long === "--format");
  return [
    ...own.flatMap(({ argChoices }) => argChoices ?? []),
    ...command.commands.flatMap((each) => formatsOf(each)),
  ];
}

const page = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
const table = page.slice(0, page.indexOf("\n## "));
const rows = [...table.matchAll(/^\| `([a-z]+)` \| (.+?) \| .+ \| .+ \|$/gm)];

test("every format that a command takes has one row, and every row is of such a format", () => {
  const on = { surroundings, output: openOutput(surroundings) };
  const taken = new Set(formatsOf(program("0", () => {}, on)));
  expect(taken.size).toBeGreaterThan(4);
  expect(rows.map(([, format]) => format).toSorted()).toEqual([...taken].toSorted());
});

test("a file whose name ends as the row says is written in that format", () => {
  for (const [, format = "", endings = ""] of rows) {
    const named = [...endings.matchAll(/`(\.[a-z.]+)`/g)].map(([, ending = ""]) => ending);
    const all = endings === "any other" ? ["", ".txt", ".other"] : named;
    expect(all, format).not.toEqual([]);
    for (const ending of all) expect(formatOfFile(`plan${ending}`, "plan"), ending).toBe(format);
  }
});
