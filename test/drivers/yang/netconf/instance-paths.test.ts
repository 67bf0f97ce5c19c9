/**
 * Instance-identifiers over NETCONF: requests use XML's form (RFC 7950, 9.13), and files use JSON's form (RFC 7951,
 * 6.11).
 */

import { expect, test } from "vitest";
import { typedTree } from "../../../../src/drivers/yang/device/typed-tree.ts";
import { nothingDeclared } from "../../../../src/drivers/yang/netconf/declared-shape.ts";
import { leafNode } from "../../../../src/drivers/yang/netconf/edits/key-node.ts";
import { xmlText } from "../../../../src/drivers/yang/netconf/edits/write-xml.ts";
import { membersOf } from "../../../../src/drivers/yang/netconf/from-xml.ts";
import { modulesOf } from "../../../../src/drivers/yang/netconf/modules.ts";
import { parseXml } from "../../../../src/drivers/yang/netconf/xml.ts";
import { pathFromText } from "../../../../src/simulator/netconf/tree/instance-path.ts";
import { valuesOf } from "../../../../src/yang/values/check-value.ts";
import { moduleOf, schemaOf } from "../../../yang/modules.ts";

const schema = schemaOf(
  moduleOf(
    "box",
    `identity kind; identity red { base kind; }
    container top { leaf s { type string; }
      leaf at { type instance-identifier { require-instance false; } }
      leaf any { type union { type uint8; type instance-identifier { require-instance false; } type string; } }
      leaf text { type union { type string; type instance-identifier; } }
      list row { key "k n"; leaf k { type identityref { base kind; } } leaf n { type string; } } }`,
  ),
  moduleOf("more", "import box { prefix b; } augment /b:top/b:row { leaf x { type string; } }"),
);
const modules = modulesOf(new Map(["box", "more"].map((name) => [name, `urn:${name}`])), {});
const top = typedTree({ schema: () => schema });
const json = "/box:top/row[k='box:red'][n='x:y']/more:x";

function sent(leaf: string, value: string): string {
  const type = top?.child("box", "top")?.child("box", leaf);
  return xmlText({ name: leaf, namespace: "", ...leafNode(value, { modules, type }) });
}

test("each name of a path goes with a prefix that its element declares, and an identity in it too", () => {
  const declared = 'xmlns:box="urn:box" xmlns:more="urn:more"';
  const path = "/box:top/box:row[box:k='box:red'][box:n='x:y']/more:x";
  expect(sent("at", json)).toBe(`<at ${declared}>${path}</at>`);
  expect(sent("any", json)).toBe(`<any ${declared}>${path}</any>`);
});

test.each([
  ["a text", "s", "/box:top/s"],
  ["a text of a union that takes any", "text", "/box:top/s"],
  ["a number of a union", "any", "5"],
  ["a path of a module that is not known", "at", "/other:top/s"],
])("%s goes as it is", (_, leaf, value) => {
  expect(sent(leaf, value)).toContain(`>${value}</${leaf}>`);
});

test.each([
  [
    "with prefixes of the device's",
    'xmlns:p="urn:box" xmlns:q="urn:more"',
    "/p:top/p:row[p:k='p:red'][p:n='x:y']/q:x",
  ],
  ["in JSON's form, as some devices show it", "", json],
  [
    "with the names of modules that nothing declares",
    "",
    "/box:top/box:row[box:k='box:red'][box:n=\"x:y\"]/more:x",
  ],
])("a path %s is read as JSON has it", (_, declared, path) => {
  const parsed = parseXml(`<data><top xmlns="urn:box"><at ${declared}>${path}</at></top></data>`);
  if ("fault" in parsed) throw new Error(parsed.fault);
  const read = membersOf(parsed.root, { modules, shape: nothingDeclared, around: "", type: top });
  expect(read).toEqual({ "box:top": { at: json } });
});

test("a path is the same with prefixes that are not needed and in other quotes", () => {
  const node = schema.top("box", "top")?.dataChildren.find(({ name }) => name === "at");
  const written = '/box:top/box:row[ box:k = "box:red" ][n="x:y"]/more:x';
  expect(node && valuesOf(schema).check(node, written)).toEqual({ canonical: json, json });
  expect(node && valuesOf(schema).check(node, "/box:top/row[3]")).toMatchObject({ json: "/box:top/row[3]" });
});

test.each([
  ["/v:a/v:b[v:k='v:red'][v:n='x']/w:c", "/A:a/b[k='A:red'][n='x']/W:c"],
  ["/v:a/v:all[.='1']", "/A:a/all[.='1']"],
  ["/v:a/v:b[2]", "/A:a/b[2]"],
  ["/v:a/b", undefined],
  ["/A:a/b", undefined],
  ["/v:a/v:b[k='v:red']", undefined],
  ["/v:a/v:b[v:k='A:red']", undefined],
  ["/v:a/v:b[v:k='red']", undefined],
  ["v:a", undefined],
  ["", undefined],
])("the simulator takes %s as %s", (text, expected) => {
  const scope = { v: "http://vendor.example.net/ns/A", w: "http://vendor.example.net/ns/W" };
  expect(pathFromText(text, { scope, identities: ["k"] })).toBe(expected);
});
