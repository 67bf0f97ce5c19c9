/** Bugs in loading desired state. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/load/desired/`. */
export const load: readonly HiddenBug[] = [
  {
    name: "protect: false inside something that is protected is passed over",
    file: "src/load/desired/entries.ts",
    find: "protect: protect ?? context.protect",
    put: "protect: protect || context.protect",
  },
  {
    name: "the secret of a list is not found while it has a single element",
    file: "src/load/desired/secret-fields.ts",
    find: `  if (paths.some(isPattern)) return present;
  if (present.length === paths.length) return paths;
`,
    put: `  if (present.length === paths.length) return paths;
  if (paths.some(isPattern)) return present;
`,
  },
  {
    name: "what is in another resource does not have the site of what is around it",
    file: "src/load/desired/resource.ts",
    find: "return site === undefined ? { parent } : { parent, site };",
    put: "return { parent };",
  },
  {
    name: "of several entries of ignore that fit a resource only the first counts",
    file: "src/load/desired/ignored.ts",
    find: "return ignore.flatMap(({ address: glob, fields }) => (matches(glob, address) ? fields : []));",
    put: "return ignore.find(({ address: glob }) => matches(glob, address))?.fields ?? [];",
  },
];
