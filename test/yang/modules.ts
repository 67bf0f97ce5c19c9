/** The modules of the tests. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "../../src/model/source.ts";
import { Schema } from "../../src/yang/schema/schema.ts";

/** The folder of the tests' modules. Together, they use each feature of the language. */
export const acmeFolder = join(import.meta.dirname, "modules");

/** Returns all modules in a folder. */
export function modulesIn(folder: string): readonly SourceText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".yang"));
  return names.map((name) => ({ path: name, text: readFileSync(join(folder, name), "utf8") }));
}

/** Returns a schema of the tests' modules. The modules with these names are implemented. */
export function acmeSchema(...implemented: readonly string[]): Schema {
  return new Schema(modulesIn(acmeFolder), { implements: (name) => implemented.includes(name) });
}

/** Returns a schema of the modules with these texts. */
export function schemaOf(...texts: readonly string[]): Schema {
  return new Schema(texts.map((text, at) => ({ path: `m${at}.yang`, text })));
}

/** Returns the text of a YANG 1.1 module with these statements. */
export function moduleOf(name: string, ...statements: readonly string[]): string {
  const header = `module ${name} { yang-version 1.1; namespace "urn:${name}"; prefix ${name};`;
  return `${header}\n${statements.join("\n")}\n}`;
}
