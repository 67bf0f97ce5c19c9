/**
 * Puts the folders and variables of an earlier project file into the current one. Everything else stays byte for byte,
 * or there is no result.
 */

import { expect, test } from "vitest";
import { withEarlierSettings } from "../../../src/load/project-file/settings-spliced.ts";

const path = "trueup.yaml";
const targets = "targets:\n  cloud: { interface: dashboard, url: https://new.example.net }\n";

test.each([
  [
    "variables that were others, with their comments",
    `version: 1\nenvironment: test\n# today\nvars:\n  a: 2\n\n# where\n${targets}prune: true\n`,
    "version: 1\nenvironment: test\n# then\nvars: { a: 1 } # one\ntargets: {}\n",
    `version: 1\nenvironment: test\n# then\nvars: { a: 1 } # one\n\n# where\n${targets}prune: true\n`,
  ],
  [
    "folders that came since",
    `version: 1\nenvironment: test\ndesiredState: [common, test]\n${targets}`,
    "version: 1\nenvironment: test\ntargets: {}\n",
    `version: 1\nenvironment: test\n${targets}`,
  ],
  [
    "inputs that are gone, without a line break at the end",
    `version: 1\nenvironment: test\n${targets}`,
    "version: 1\nenvironment: test\ntargets: {}\ninputs:\n  a: { type: string }\nvars: { a: x }",
    `version: 1\nenvironment: test\ninputs:\n  a: { type: string }\nvars: { a: x }\n${targets}`,
  ],
])("%s", (_, today, then, expected) => {
  const spliced = withEarlierSettings({ path, text: today }, { path, text: then });
  // A blank line before a comment moves with the text after it, so blank lines are not compared.
  expect(spliced?.replace(/\n\n/g, "\n")).toBe(expected.replace(/\n\n/g, "\n"));
});

test.each([
  ["one line for all", "{ version: 1, environment: test, vars: { a: 2 }, targets: {} }\n"],
  ["an anchor outside", "version: 1\nenvironment: test\ntargets: &t {}\nvars: { a: *t }\nprune: true\n"],
  ["no YAML", "version: [\n"],
])("none that nobody could tell from the rest: %s", (_, other) => {
  const file = `version: 1\nenvironment: test\nvars: { a: 1 }\n${targets}`;
  const [here, there] = [file, other].map((text) => ({ path, text }));
  if (!here || !there) throw new Error("there are two");
  expect(withEarlierSettings(here, there)).toBeUndefined();
});
