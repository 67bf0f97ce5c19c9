/** Files beside the single executables: checksums, a bill of materials, licences. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { packagesIn } from "../../scripts/binary/papers.ts";
import { built, missing, names, own, sha256, version } from "./built.ts";

const require = createRequire(import.meta.url);

beforeEach(({ skip }) => {
  if (!names.includes(own)) skip(missing);
});

describe("what lies beside it", () => {
  test("names each file with its SHA-256, and no other", () => {
    const lines = readFileSync(join(built, "SHA256SUMS"), "utf8").trim().split("\n");
    const expected = names
      .filter((name) => name !== "SHA256SUMS")
      .map((name) => `${sha256(readFileSync(join(built, name)))}  ${name}`);
    expect(lines.sort()).toEqual(expected.sort());
  });

  test("is a bill of materials that CycloneDX's own schema takes, with all that is bundled, and Node", () => {
    const schemas = resolve(require.resolve("@cyclonedx/cyclonedx-library/package.json"), "../res/schema");
    const schema = (name: string) =>
      JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const takes = ajv.compile(schema("bom-1.5"));
    const bill = JSON.parse(readFileSync(join(built, `trueup-${version}.cdx.json`), "utf8"));
    expect(takes(bill) ? [] : takes.errors).toEqual([]);
    const bundled = packagesIn(readFileSync(join(inject("command"), "../licenses.txt"), "utf8"));
    const inside = bill.components.map(
      (each: { name: string; version: string }) => `${each.name} ${each.version}`,
    );
    expect(inside.sort()).toEqual([...bundled, `node ${process.versions.node}`].sort());
    expect(takes({ ...bill, components: [{ name: "no type" }] })).toBe(false);
  });

  test("names the licence of what is bundled, and Node's", () => {
    const text = readFileSync(join(built, "licenses.txt"), "utf8");
    for (const part of ["Apache License", "zod 4.", "Node.js is licensed for use as follows"])
      expect(text).toContain(part);
  });
});
