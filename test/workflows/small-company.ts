/** A company that is small enough to be read in a second at a dashboard's default rate. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { builtInCompany } from "../../src/simulator/company.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";

/** Returns the built-in company with only one organization, which has three networks. */
export function smallCompany(): WorldSeed {
  const { organizations = [], ...rest } = builtInCompany();
  const [first] = organizations;
  if (!first) throw new Error("the company has no organization");
  return { ...rest, organizations: [{ ...first, networks: first.networks.slice(0, 3) }] };
}

/** Returns the first file in a folder that contains this text. The path is relative to the folder's parent. */
export function fileWith(folder: string, text: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .find((name) => readFileSync(join(folder, name), "utf8").includes(text));
  if (found === undefined) throw new Error(`no file has ${text}`);
  return join(basename(folder), found);
}
