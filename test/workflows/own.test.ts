/**
 * This repository is its own example. Its desired state uses the workflows that `trueup init` writes, and the action
 * that `trueup init` copies, against a simulated company that each job starts. own-week.test.ts runs their steps.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const project = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

/**
 * Returns this repository's version of a workflow that `trueup init` writes. Only the company and the secrets differ.
 */
function own(name: string, text: string): string {
  const company = ["      - uses: ./.github/actions/company", ...(notStarted.get(name) ?? [])];
  return text
    .replace(
      "# Written by `trueup init`.",
      "# As `trueup init` writes it, against a company that the job starts: see test/workflows/own.test.ts.",
    )
    .replace(/^ *# All of them, so that a new one needs no change here.*\n/gm, "")
    .replace(/^ *secrets: inherit.*\n/gm, "")
    .replace(/^ *secrets: \$\{\{ toJSON\(secrets\) \}\}.*\n/gm, "")
    .replace(/^ {6}- (?:id: trueup\n {8})?uses: \.\/\.trueup$/gm, (step) =>
      [...company, step.replace("./.trueup", "./action")].join("\n"),
    );
}

/**
 * The input of the action `company` in workflows that send no request to a controller. The company is then not started.
 */
const lines = ["        with:", '          start: "false"'];
const notStarted = new Map(["comment.yml", "command.yml"].map((name) => [name, lines]));

test.each(["plan.yml", "comment.yml", "command.yml", "apply.yml", "drift.yml", "snapshot.yml"])(
  "%s is as init writes it",
  (name) => {
    expect(read(`.github/workflows/trueup-${name}`)).toBe(own(name, read(`action/github/${name}`)));
  },
);
