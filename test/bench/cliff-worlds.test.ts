/**
 * The simulated projects of the cliffs benchmark: each kind of each product can be created, with everything that it
 * needs.
 */

import { expect, test } from "vitest";
import { isAlone } from "../../bench/processes/cliff-entries.ts";
import { cliffFiles } from "../../bench/processes/cliff-worlds.ts";
import { driversWith } from "../../src/drivers/index.ts";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { Project } from "../../src/model/project.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

const source = catalogsIn();
const drivers = driversWith(source);
const credentials = [
  "{ token: { secret: env:KEY } }",
  "{ apiKey: { secret: env:KEY } }",
  "{ username: { secret: env:KEY }, password: { secret: env:KEY } }",
  "{ clientId: { secret: env:KEY }, clientSecret: { secret: env:KEY } }",
  "{ refreshToken: { secret: env:KEY } }",
];

/**
 * Kinds of which a product has at most three objects. The benchmark needs five different values, and cannot make five
 * for these kinds.
 */
const seldom: ReadonlySet<string> = new Set(["globalAuthenticationProfile", "applicationAwareRouting"]);

/**
 * True if a message says that a generated key is invalid because the key must be the path of another resource. The
 * benchmark reports such kinds as unusable, so this test accepts them.
 */
const isPathKey = (fault: string) => fault.includes("cannot be the key of this");

/** Returns a project with one target of a product, with the first credential that the product accepts. */
function projectOf(target: string): Project {
  for (const credential of credentials) {
    const targets = `targets: { it: { ${target}, url: https://it.example.net, credential: ${credential} } }`;
    const text = `version: 1\nenvironment: bench\n${targets}\nsecrets: { allow: ["env:*"] }\n`;
    const { project } = loadProject({ folder: "/bench", file: { path: "trueup.yaml", text }, drivers });
    if (project) return project;
  }
  throw new Error(`no credential fits ${target}`);
}

test.each(source.names)(
  "each kind of $product can be made, as often as was asked for",
  (named) => {
    const { product, dialect, interface: name } = named;
    const project = projectOf(`interface: ${name}${dialect === "neutral" ? "" : `, dialect: ${product}`}`);
    const driver = drivers.find((each) => each.interface === name);
    const kinds = driver?.dialect(product, {}).kinds ?? driver?.kinds ?? [];
    const keys = (of: string) => kinds.find((each) => each.name === of)?.keys;
    const catalog = source.read(product);
    const wrong = catalog.kinds.flatMap(({ kind, observed }) => {
      if (observed || isAlone(catalog, kind) || seldom.has(kind)) return [];
      const texts = cliffFiles({ catalog, kind, resources: 5, together: 2, keys });
      const files = texts.map((text, n) => ({ path: `desired-state/${n}.yaml`, text }));
      const { desired, problems } = load({ project, files, drivers });
      const made = [...desired.resources.values()].filter((each) => each.kind === kind).length;
      const fault = problems.find(({ severity }) => severity === "error")?.message;
      return (fault === undefined || isPathKey(fault)) && made === 5
        ? []
        : [`${kind}: ${made} of 5, ${fault}`];
    });
    expect(wrong).toEqual([]);
  },
  60_000,
);
