/** The sites that docs/kinds shows first: whoever copies one has valid desired state, without a warning. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readProject } from "../../src/project/read.ts";
import { folder } from "../cli/command.ts";

const login = "{ username: { secret: env:USER }, password: { secret: env:KEY } }";
const targets = {
  apic: `interface: fabric, credential: ${login}`,
  "catalyst-center": `interface: controller, credential: ${login}`,
  fmc: `interface: firewall, credential: ${login}`,
  intersight:
    "interface: servers, credential: { keyId: { secret: env:USER }, privateKey: { secret: env:KEY } }",
  meraki: "interface: dashboard, credential: { apiKey: { secret: env:KEY } }",
  vmanage: `interface: sdwan, credential: ${login}`,
};
const organizations: Readonly<Record<string, string>> = {
  meraki: "organization: Acme\n",
  intersight: "organization: default\n",
};

test.each(Object.entries(targets))("%s", async (product, target) => {
  const file = join(fileURLToPath(new URL("../../scripts/kinds-sites", import.meta.url)), `${product}.yaml`);
  const site = readFileSync(file, "utf8");
  expect(site.trimEnd().split("\n").length).toBeLessThanOrEqual(45);
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets: { it: { dialect: ${product}, url: "https://product.example.net", ${target} } }
secrets: { allow: ["env:*_PSK", "env:*_PASSWORD"] }
`,
    "desired-state/site.yaml": `target: it\n${organizations[product] ?? ""}${site}`,
  });
  const { read, problems } = await readProject(cwd);
  expect(problems).toEqual([]);
  expect(read?.loaded.desired.resources.size).toBeGreaterThan(8);
});
