/**
 * Runs the workflows of this repository. Its desired state is planned, applied and checked for drift, like that of a
 * team.
 */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { packed } from "./packed.ts";
import type { Run } from "./runner.ts";
import { addWorkflows, emptyRepository } from "./site.ts";

const project = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

const root = mkdtempSync(join(tmpdir(), "trueup-own-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const ends = (runs: readonly Run[]) =>
  runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );

test("the first push waits for a person; then a pull request is planned, commented, applied, and nothing drifts", async () => {
  const site = await emptyRepository({ secrets: {}, vars: { TRUEUP_APPROVAL: "example" } });
  onTestFinished(() => site.close());
  const { host, git, work } = site;
  await addWorkflows(work, tarball);
  rmSync(join(work, ".github"), { recursive: true });
  for (const path of ["action", "desired-state", "examples/router", ".github/actions"])
    cpSync(join(project, path), join(work, path), { recursive: true });
  for (const name of readdirSync(join(project, ".github/workflows")).filter((each) =>
    each.startsWith("trueup-"),
  ))
    cpSync(join(project, ".github/workflows", name), join(work, ".github/workflows", name));
  // Other ports are used, because a developer's own simulator may use the usual ones.
  const base = 20_000 + (process.pid % 2000) * 10;
  const first = await site.push({
    "trueup.yaml": () =>
      read("trueup.yaml").replace(
        /127\.0\.0\.1:480(\d)/g,
        (_, port) => `127.0.0.1:${base + Number(port) - 1}`,
      ),
  });
  expect(ends(first)).toEqual(["trueup-apply.yml waiting"]);
  const summary = readFileSync(join(site.root, `run-${first[0]?.id}-reviewed`, "summary.md"), "utf8");
  expect(summary).toMatch(/No reviewed plan contains the remaining changes: \d+ changes\./);
  expect(summary).not.toContain("All is as declared");
  expect(ends(await Promise.all(first.map((run) => run.approve())))).toEqual(["trueup-apply.yml success"]);
  const applied = () => git("rev-parse", "refs/trueup/example/applied^{commit}");
  expect(applied()).toBe(git("rev-parse", "main"));

  const { pull, runs } = await site.propose({
    "desired-state/acme/offices.yaml": (text) => text.replace("vlan: 91", "vlan: 95"),
  });
  expect(ends(runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining("1 to update")]);
  expect(ends(await site.merge(pull))).toEqual(["trueup-apply.yml success"]);
  expect(applied()).toBe(git("rev-parse", "main"));
  expect(host.comments.at(-1)?.body).toContain("Apply: 1 applied");
  expect(ends([await site.schedule("trueup-drift.yml")])).toEqual(["trueup-drift.yml success"]);
  expect(host.issues).toEqual([]);
  expect(ends([await site.schedule("trueup-snapshot.yml")])).toEqual(["trueup-snapshot.yml success"]);
});
