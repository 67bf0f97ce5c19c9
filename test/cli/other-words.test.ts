/** Words of other tools on the command line: each hint names the corresponding option or command of trueup. */

import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { otherCommands, otherLetters, otherOptions } from "../../src/cli/program/other-words.ts";
import { trueup } from "./command.ts";

const run = (...args: readonly string[]) => trueup(args, { cwd: tmpdir() });

describe("who knows other tools is told what trueup calls it", () => {
  test.each(Object.entries(otherCommands))("trueup %s", async (word, hint) => {
    const { status, err } = await run(word);
    expect(status).toBe(1);
    expect(err).toBe(
      `error: unknown command '${word}'\n  hint: ${hint}\n(trueup --help lists commands and options)\n`,
    );
  });

  test.each(Object.entries(otherOptions))("trueup plan --%s", async (word, hint) => {
    const { err } = await run("plan", `--${word}=x`);
    expect(err).toBe(
      `error: unknown option '--${word}=x'\n  hint: ${hint}\n(trueup plan --help lists commands and options)\n`,
    );
    expect((await run("plan", `-${word}`)).err).toMatch(/hint: /);
  });

  test.each([
    ["init", "-upgrade"],
    ["plan", "-out=plan.json"],
    ["fmt", "-check"],
  ])("trueup %s %s: an option of its own, with one hyphen", async (command, option) => {
    const [name] = option.split("=");
    expect((await run(command, option)).err).toContain(
      `\n  hint: Write it with two hyphens: \`-${name}\`.\n`,
    );
  });

  test.each(Object.entries(otherLetters))("trueup -%s x plan, and trueup plan -%s", async (letter, hint) => {
    for (const args of [
      [`-${letter}`, "x", "plan"],
      ["plan", `-${letter}`],
    ])
      expect((await run(...args)).err).toContain(`error: unknown option '-${letter}'\n  hint: ${hint}\n`);
  });

  test("and every command and option that a hint names is there", async () => {
    const hints = [
      ...Object.values(otherCommands),
      ...[otherOptions, otherLetters].flatMap((each) => Object.values(each)),
    ].join(" ");
    const named = new Set([...hints.matchAll(/`trueup ([a-z]+)/g)].map(([, name = ""]) => name));
    const helps = await Promise.all([...named].map(async (name) => (await run(name, "--help")).out));
    for (const [at, name] of [...named].entries())
      expect(helps[at]).toMatch(new RegExp(`^Usage: trueup ${name} `));
    const all = [(await run("--help")).out, ...helps].join("\n");
    const options = new Set(hints.match(/--[a-z-]+/g));
    for (const option of options) expect(all).toMatch(new RegExp(`(?:^|[ ,])${option}(?=[ ,\n])`, "m"));
  });
});

test("a mistake in the arguments of a command names the help of that command", async () => {
  expect((await run("catalog", "no-such")).err).toContain(
    "(trueup catalog --help lists commands and options)",
  );
  expect((await run("apply", "--onyl", "x")).err).toBe(
    "error: unknown option '--onyl'\n(Did you mean --only?)\n(trueup apply --help lists commands and options)\n",
  );
});

test("help for what is no command says so, with what may be meant; for one that is, it is its help", async () => {
  const all = "(trueup --help lists commands and options)\n";
  expect(await run("help", "plann")).toEqual({
    status: 1,
    out: "",
    err: `error: unknown command 'plann'\n(Did you mean plan?)\n${all}`,
  });
  expect((await run("help", "taint")).err).toContain("hint: To recreate a resource");
  expect((await run("catalog", "help", "no-such")).err).toContain("error: unknown command 'no-such'");
  expect((await run("help", "plan")).out).toMatch(/^Usage: trueup plan /);
  expect((await run("catalog", "help", "check")).out).toMatch(/^Usage: trueup catalog check /);
  expect(await run("help")).toMatchObject({ status: 0, out: expect.stringMatching(/^Usage: trueup /) });
});

test("the help lists each command in a group, and that of a command the options that all have", async () => {
  const { out } = await run("--help");
  expect(out).not.toContain("\nCommands:\n");
  const names = [...out.matchAll(/^ {2}([a-z]+)(?: [<[]| {2})/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
  expect((await run("plan", "--help")).out).toMatch(/\nGlobal Options:\n[\s\S]*--environment <name>/);
});
