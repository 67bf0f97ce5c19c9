/** The first files of a project: `trueup.yaml`, and an example of desired state if nothing is imported. Pure. */

import { rootOf } from "./fingerprints.ts";
import type { ChosenProduct } from "./product.ts";

const schemas = "./node_modules/trueup/schemas";

/** The content of a first project file. */
export interface FirstProject {
  readonly product: ChosenProduct;
  readonly url: string;
  /** The namespace of refs, if the code host accepts only certain ones. */
  readonly refs?: string | undefined;
}

/**
 * A setting that is commented out. It has conditions, which docs/trueup-yaml.md describes, so a person decides about
 * it.
 */
const changeLogProposal = `    # In a persistent checkout, a plan can skip reads of resources that the change
    # log shows as unchanged. That assumes an entry for every change in a network.
    # To check this, one read in fifty is done anyway, and all reads once a week.
    # changedSince: assumed
`;

/** The text of `trueup.yaml`. */
export function projectText({ product, url, refs }: FirstProject): string {
  const { name, target, credential, basePath, hasChangeLog } = product;
  const own = name.dialect === "neutral" ? "" : `\n    dialect: ${name.product}`;
  const fields = Object.entries(credential).map(
    ([field, variable]) => `${field}: { secret: env:${variable} }`,
  );
  return `# yaml-language-server: $schema=${schemas}/trueup.json
# Where the controllers are, and where credentials come from. No secrets here.
version: 1
environment: production
targets:
  ${target}:
    interface: ${name.interface}${own}
    url: ${rootOf(url, basePath)}
    credential: { ${fields.join(", ")} }
${hasChangeLog ? changeLogProposal : ""}secrets:
  allow: ["env:*_PSK"]
${refs === undefined ? "" : `git: { refs: ${refs} }\n`}`;
}

/** An example file of desired state for a dashboard. A product has its own schema. */
export function exampleText({ name, target }: ChosenProduct): string {
  const schema = name.dialect === "neutral" ? "desired-state.json" : `products/${name.product}.json`;
  return `# yaml-language-server: $schema=.${schemas}/${schema}
# What should exist. A key (\`berlin\`) is the identity in Git; the name can change.
target: ${target}
organization: Acme
defaults:
  networks: { timeZone: Europe/Berlin, tags: [branch] }
networks:
  berlin:
    name: Berlin Office
    ssids:
      0: { name: Acme Corp, vlan: 20, password: { secret: env:BERLIN_CORP_PSK } }
`;
}
