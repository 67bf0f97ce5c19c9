/** A company that is read in a second at the pace that a dashboard allows by default. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { builtInCompany } from "../../src/simulator/company.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";

/** One organization with three networks, and everything else of the built-in company. */
export function smallCompany(): WorldSeed {
  const { organizations = [], ...rest } = builtInCompany();
  const [first] = organizations;
  if (!first) throw new Error("the company has no organization");
  return { ...rest, organizations: [{ ...first, networks: first.networks.slice(0, 3) }] };
}

/** The first file of a folder with this text in it, from beside the folder. */
export function fileWith(folder: string, text: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .find((name) => readFileSync(join(folder, name), "utf8").includes(text));
  if (found === undefined) throw new Error(`no file has ${text}`);
  return join(basename(folder), found);
}
