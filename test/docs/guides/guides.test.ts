/** The guides, followed line by line: what they write is in order, and their commands say what they show. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { serveOpenApi } from "../../../src/simulator/serve-openapi.ts";
import { simulator } from "../../cli/command.ts";
import { follow } from "./follower.ts";

test("the tutorial takes ten minutes from an import to drift that is set back", async () => {
  const served = await simulator();
  const shown = await follow({
    file: "docs/tutorial.md",
    serve: async () => served.urls.dashboard,
    // After the import, which is as slow as its limit says, nobody has to wait.
    after: (line, folder) => {
      if (!line.startsWith("trueup init ")) return;
      const project = join(folder, "trueup.yaml");
      const url = /^ {4}url: .*$/m;
      const limits = "    limits: { requestsPerSecond: 1000 }";
      writeFileSync(
        project,
        readFileSync(project, "utf8").replace(url, (found) => `${found}\n${limits}`),
      );
    },
  });
  expect(shown).toBeGreaterThan(7);
});

test("from a product's description to a plan in a pull request", async () => {
  const serve = async (folder: string) => {
    const state = begun({ description: parse(readFileSync(join(folder, "ipam.yaml"), "utf8")) });
    if ("problems" in state) throw new Error(state.problems.join());
    const served = await serveOpenApi({ state });
    onTestFinished(() => served.close());
    return new URL(served.admin).origin;
  };
  const shown = await follow({ file: "docs/bring-your-own.md", serve, servedAfter: "ipam.yaml" });
  expect(shown).toBeGreaterThan(5);
});

test.each([
  ["docs/environments.md", 2],
  ["docs/from-terraform.md", 1],
  ["docs/from-ansible.md", 1],
  ["docs/from-models.md", 2],
] as const)("%s", async (file, least) => {
  expect(await follow({ file })).toBeGreaterThanOrEqual(least);
});
