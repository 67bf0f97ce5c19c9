/**
 * Makes the bill of materials of an executable, as CycloneDX 1.5: npm's data on all packages, reduced to the bundled
 * packages.
 */

import { execFileSync } from "node:child_process";
import { z } from "zod";

const componentSchema = z.looseObject({
  "bom-ref": z.string(),
  name: z.string(),
  version: z.string(),
  properties: z.array(z.unknown()).optional(),
});

const billSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

/** The contents of an executable. */
interface Contents {
  /** The package itself. */
  readonly own: { readonly name: string; readonly version: string };
  readonly nodeVersion: string;
  /** Names and versions of the bundled packages, as in `licenses.txt`: "zod 4.6.7". */
  readonly bundled: readonly string[];
}

/**
 * Builds the bill of materials from the installed packages of a checkout. Throws if npm does not know a bundled
 * package.
 */
export function billOfMaterials(root: string, contents: Contents): object {
  const said = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], { cwd: root, maxBuffer: 1e8 });
  return billOf(JSON.parse(said.toString()), contents);
}

/**
 * Returns npm's data, reduced to the contents. The result is deterministic, because npm's time and serial number are
 * left out.
 */
function billOf(said: unknown, { own, nodeVersion, bundled }: Contents): object {
  const { serialNumber: _, ...bill } = billSchema.parse(said);
  const { timestamp: __, ...metadata } = bill.metadata;
  const inside = bill.components.filter(({ name, version }) => bundled.includes(`${name} ${version}`));
  const known = new Set(inside.map(({ name, version }) => `${name} ${version}`));
  const unknown = bundled.filter((each) => !known.has(each));
  if (unknown.length > 0) throw new Error(`npm does not know what was bundled: ${unknown.join(", ")}`);
  const self = `${own.name}@${own.version}`;
  const node = nodeComponent(nodeVersion);
  const refs = new Set(inside.map((each) => each["bom-ref"]));
  const needs = bill.dependencies.filter(({ ref }) => refs.has(ref));
  return {
    ...bill,
    metadata: {
      ...metadata,
      component: { ...metadata.component, type: "application", name: own.name, "bom-ref": self },
    },
    // npm marks each of these packages as a development dependency, since the package trueup does not depend on them.
    // The executable includes them, so the mark is dropped.
    components: [...inside.map(({ properties: ___, ...component }) => component), node],
    dependencies: [
      { ref: self, dependsOn: [...refs, node["bom-ref"]] },
      ...needs.map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => refs.has(each)),
      })),
      { ref: node["bom-ref"], dependsOn: [] },
    ],
  };
}

function nodeComponent(version: string) {
  return {
    "bom-ref": `node@${version}`,
    type: "platform",
    name: "node",
    version,
    scope: "required",
    description: "Node.js, with the libraries that are part of it",
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: "MIT" } }],
  } as const;
}
