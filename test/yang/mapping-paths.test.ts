/** If the vendor's modules are installed here, they contain every path of the sections of `ios-xe`. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sectionPaths } from "../../scripts/shares/section-paths.ts";
import { builtInData } from "../../src/project/mappings.ts";
import { mappingFolder } from "../../src/runtime/files/catalog-files.ts";
import type { SchemaNode } from "../../src/yang/schema/node.ts";
import { Schema } from "../../src/yang/schema/schema.ts";
import { modulesIn } from "./modules.ts";
import { noModules } from "./other-readers.ts";

/** True if members with these names form a path from a node, in any module. */
function leads(node: SchemaNode, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const named = node.dataChildren.filter((each) => each.name === name);
  return named.some((each) => leads(each, rest));
}

test("every path of its sections is in the modules of IOS-XE", ({ skip }) => {
  const folder = process.env.TRUEUP_YANG ?? "";
  const mappings = mappingFolder();
  skip(!existsSync(join(folder, "Cisco-IOS-XE-native.yang")) || mappings === undefined, noModules);
  if (mappings === undefined) return;
  const schema = new Schema(modulesIn(folder), { deviates: () => false });
  const top = schema.top("Cisco-IOS-XE-native", "native");
  const ports = top?.dataChildren.find(({ name }) => name === "interface")?.dataChildren ?? [];
  const unknown = builtInData(mappings, "ios-xe").kinds.flatMap((kind) =>
    [...sectionPaths(kind).paths].filter((path) => {
      const [, first, ...members] = path.split("/");
      if (first !== "native" || top === undefined) return !path.startsWith("/mdt-config-data/");
      const [section, type, ...inside] = members;
      if (section === "interface" && type === "*") return !ports.some((port) => leads(port, inside));
      return !leads(top, members);
    }),
  );
  expect(unknown).toEqual([]);
});
