/**
 * A killed run whose journal is in another database. No apply begins without this journal, and the message says what to
 * do.
 */

import { expect, test } from "vitest";
import { takeLock } from "../../../src/git/lock.ts";
import { repositoryOf } from "../../../src/project/work-tree.ts";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { logReport } from "../../../src/simulator/log.ts";
import { projectFor, simulator, trueup } from "../../cli/command.ts";
import { git, repository } from "../../git/repositories.ts";

test("an environment whose journal is in another database is not applied until it is unlocked", async () => {
  const served = await simulator({ seed: emptyCompany() });
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { n0: { name: Site } }\n",
  });
  const found = await repositoryOf(cwd, undefined);
  if (!found || "problem" in found) throw new Error("there is no repository");
  const place = {
    repository: found.repository,
    head: found.repository.head ?? "",
    prefix: "refs/trueup/test",
  };
  const left = { run: "r", owner: "serve on host-1", now: "2026-01-02T12:00:00.000Z", lifetimeMs: 60_000 };
  await takeLock(place, { ...left, journal: "database-1" });
  const refused = await trueup(["apply", "--yes"], { cwd });
  expect(refused.status).not.toBe(0);
  const said = `${refused.out}${refused.err}`;
  expect(said).toContain("Refused: a run of serve on host-1 ended without releasing the lock of test");
  expect(said).toContain("left its journal in another database (database-1)");
  expect(said).toContain("trueup unlock");
  expect(Number(logReport(served.world().log).writes)).toBe(0);
  expect(git(cwd, "for-each-ref", "--format=%(refname)", "refs/trueup")).toContain("refs/trueup/test/lock");
});
