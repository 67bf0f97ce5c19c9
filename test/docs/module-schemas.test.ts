/**
 * In `config:`, editors complete names from the YANG modules of the target. They report the same mistakes as
 * `validate`.
 */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { folder, trueup, write } from "../cli/command.ts";
import { editorWith } from "./editor.ts";

const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
const file = "desired-state/munich.yaml";

async function editorOf(cwd: string): Promise<ReturnType<typeof editorWith>> {
  const { out, status } = await trueup(["schemas"], { cwd });
  expect([out, status]).toEqual([expect.stringContaining("schemas/targets/routers.json"), 0]);
  return editorWith(JSON.parse(await readFile(join(cwd, "schemas/targets/routers.json"), "utf8")));
}

async function exampleFolder(): Promise<string> {
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  return cwd;
}

test("the example has nothing to be said of, and what validate refuses in it is told", async () => {
  const cwd = await exampleFolder();
  const editor = await editorOf(cwd);
  const text = await readFile(join(cwd, file), "utf8");
  expect(await editor(text)).toEqual([]);
  const line = (part: string) => text.split("\n").findIndex((each) => each.includes(part)) + 1;
  for (const [right, wrong] of [
    ["neighbor:", "neighbour:"],
    ["id: 10,", "id: 5000,"],
    ["10.0.0.1, vrf: blue", "10.0.0.300, vrf: blue"],
    ["address: 10.0.0.2, ", ""],
    ["{ server: [10.0.0.5, 10.0.0.6] }", "{ uptime: 5 }"],
    ["action: permit", "action: allow"],
  ] as const) {
    expect(text).toContain(right);
    const [said = ""] = await editor(text.replace(right, wrong));
    expect([wrong, said]).toEqual([wrong, expect.stringMatching(`^${line(right)}: `)]);
  }
});

test("every type of YANG, in each spelling that validate takes, and with expressions", async () => {
  const cwd = await exampleFolder();
  await write(cwd, "yang/acme-router/types.yang", types);
  const right = `
        { b: true, c: "false", i: 7, j: "-7", big: "18446744073709551615", d: "1.50", e: [null], f: null,
          text: aé, choice: x, other: 4, "m:id": copper, id2: "m:copper", list: [{ k: 1, v: [a] }],
          bits: "y x", bytes: AQI=, path: "/m:all/m:b", any: { thing: [1] }, i2: "\${1 + 1}", ref: 3 }`;
  await write(cwd, file, device(right));
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain("all in order");
  const editor = await editorOf(cwd);
  expect(await editor(device(right))).toEqual([]);
  for (const wrong of [
    "{ b: maybe }",
    "{ i: 300 }",
    "{ other: 3 }",
    "{ e: [1] }",
    "{ text: A }",
    "{ text: aaaaaaa }",
    "{ choice: z }",
    "{ id: tin }",
    "{ list: [{ v: [a] }] }",
    "{ list: { k: 1 } }",
    "{ ref: five }",
    "{ state: 1 }",
  ]) {
    const said = await editor(device(` ${wrong}`));
    expect([wrong, said.length]).not.toEqual([wrong, 0]);
  }
});

test("what is too much for an editor may be anything beyond a bound, and what is declared is still complete", async () => {
  const cwd = await exampleFolder();
  const leaves = (at: number) =>
    Array.from({ length: 200 }, (_, leaf) => `leaf l${at}-${leaf} { type uint8; }`);
  const wide = Array.from({ length: 100 }, (_, at) => `container c${at} { ${leaves(at).join(" ")} }`);
  const module = `module wide { namespace "urn:w"; prefix w; container w { ${wide.join("\n")} } }`;
  await write(cwd, "yang/acme-router/wide.yang", module);
  const declared = (value: string) =>
    `target: routers\ndevices:\n  one:\n    host: 10.20.0.9\n    config: { "/wide:w": { c99: { l99-3: ${value} } } }\n`;
  await write(cwd, file, declared("5"));
  const editor = await editorOf(cwd);
  expect(await editor(declared("5"))).toEqual([]);
  expect(await editor(declared("500"))).toHaveLength(1);
  const size = (await readFile(join(cwd, "schemas/targets/routers.json"), "utf8")).length;
  expect(size).toBeLessThan(2_000_000);
});

const device = (value: string) =>
  `target: routers\ndevices:\n  one:\n    host: 10.20.0.9\n    config:\n      /m:all:${value}\n`;

const types = `
module m {
  yang-version 1.1; namespace "urn:m"; prefix m;
  identity metal; identity copper { base metal; } identity iron { base metal; }
  container all {
    leaf b { type boolean; } leaf c { type boolean; }
    leaf i { type int8; } leaf j { type int16 { range "-10..-5 | 5..10"; } } leaf i2 { type uint8; }
    leaf big { type uint64; } leaf d { type decimal64 { fraction-digits 2; } }
    leaf e { type empty; } leaf f { type empty; }
    leaf text { type string { length "1..5"; pattern '\\p{Ll}+'; pattern 'x+' { modifier invert-match; } } }
    leaf choice { type enumeration { enum x; enum y; } }
    leaf other { type union { type enumeration { enum x; } type uint8 { range "4..9"; } } }
    leaf id { type identityref { base metal; } } leaf id2 { type identityref { base metal; } }
    list list { key k; leaf k { type uint8; } leaf-list v { type string; } }
    leaf bits { type bits { bit x; bit y; } } leaf bytes { type binary; }
    leaf path { type instance-identifier { require-instance false; } }
    anydata any;
    leaf ref { type leafref { path "../i"; require-instance false; } }
    leaf state { config false; type uint8; }
  }
}`;
