/** File names and keys in a pull request, in every output of the real command. They are shown, but have no effect. */

import { expect, test } from "vitest";
import { formatsFor } from "../../src/report/formats/registry.ts";
import { folder, trueup } from "../cli/command.ts";
import { hostile } from "../servers/hostile.ts";

/** Names with escapes, direction changes, line breaks, or workflow commands. */
const evil = [
  "\u001b[2J\u001b]0;title\u0007",
  "\u009b31mred",
  "\u202egpj",
  "line\nbreak",
  "\n::error::x\n##[add-mask]y",
  "%0A::error::z",
  "a,line=1::b",
];

const wrong = "target: cloud\norganization: Acme\nnetworks: { a: { name: A, colour: red } }\n";
const right = (key: number) =>
  `target: cloud\norganization: Acme\nnetworks:\n  n${key}: { name: Net ${key}, timeZone: UTC, tags: [a] }\n`;

async function project(text: (key: number) => string): Promise<string> {
  const { url } = await hostile(({ url: asked }) =>
    asked.endsWith("/organizations") ? { body: [{ id: "1", name: "Acme" }] } : { body: [] },
  );
  const credential = "{ apiKey: { secret: env:DASHBOARD_API_KEY } }";
  return folder({
    "trueup.yaml": `version: 1\nenvironment: test\ntargets:\n  cloud: { interface: dashboard, url: "${url}", credential: ${credential} }\n`,
    ...Object.fromEntries(evil.map((name, key) => [`desired-state/${name}.yaml`, text(key)])),
  });
}

const annotated = ["--annotations", "github"];
const commands: readonly (readonly [string, readonly string[], (key: number) => string])[] = [
  ["validate, wrong files", ["validate", ...annotated], () => wrong],
  ...formatsFor("plan").map(
    (each) => [`plan as ${each}`, ["plan", "--format", each, ...annotated], right] as const,
  ),
  ["plan as SARIF, wrong files", ["plan", "--format", "sarif"], () => wrong],
  ["plan as JUnit, wrong files", ["plan", "--format", "junit"], () => wrong],
  ["drift", ["drift", "--base", "desired-state", ...annotated], right],
  ["adopt", ["adopt", "*", "--base", "desired-state", "--dry-run"], right],
];

test.each(commands)("%s: the name of a file moves no cursor and gives no command", async (_, args, text) => {
  const { out, err } = await trueup(args, { cwd: await project(text) });
  expect(out.length + err.length).toBeGreaterThan(50);
  const marked = (out + err).replace(/([@#!~$%:]|\b(?:www|GH))\u200b/gi, "$1");
  expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.exec(marked.replaceAll("\n", ""))).toBeNull();
  const given = (out + err).split("\n").filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line));
  for (const line of given)
    expect(line).toMatch(/^::(?:error|warning|notice) (?:file=[^:,]+,line=\d+,)?title=[^:,]*::/);
});
