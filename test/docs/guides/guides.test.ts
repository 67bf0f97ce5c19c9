/** Follows the guides line by line: the files that they show are valid, and their commands print the shown output. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { worldSeedSchema } from "../../../src/simulator/seed.ts";
import { serveOpenApi } from "../../../src/simulator/serve-openapi.ts";
import { simulator } from "../../cli/command.ts";
import { follow } from "./follower.ts";

test("the tutorial takes ten minutes from an import to drift that is set back", async () => {
  const served = await simulator();
  const shown = await follow({
    file: "docs/tutorial.md",
    serve: async () => served.urls.dashboard,
    // The import runs with the default limit, which is slow. Then a higher limit is set for the later steps.
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

test("a router from first login to BGP, in a copy of the example", async () => {
  const example = fileURLToPath(new URL("../../../examples/router/", import.meta.url));
  const seed = worldSeedSchema.parse(JSON.parse(readFileSync(join(example, "world.json"), "utf8")));
  const served = await simulator({ seed, settings: { restconfMode: "rfc8040" } });
  const serve = async (folder: string) => {
    cpSync(example, folder, { recursive: true });
    const project = join(folder, "trueup.yaml");
    const own = `url: ${served.urls.restconf}\n    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }`;
    const text = readFileSync(project, "utf8");
    writeFileSync(project, text.replace("url: http://127.0.0.1:4804/devices/{host}", own));
    return served.urls.restconf;
  };
  expect(await follow({ file: "docs/devices.md", serve })).toBe(5);
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
