/** Identities in a device's XML. The modules of the target must say which leaves contain identities. */

import { expect, test } from "vitest";
import { typedTree } from "../../../../src/drivers/yang/device/typed-tree.ts";
import { nothingDeclared } from "../../../../src/drivers/yang/netconf/declared-shape.ts";
import { membersOf } from "../../../../src/drivers/yang/netconf/from-xml.ts";
import { modulesOf } from "../../../../src/drivers/yang/netconf/modules.ts";
import { parseXml } from "../../../../src/drivers/yang/netconf/xml.ts";
import { Schema } from "../../../../src/yang/schema/schema.ts";
import { moduleOf } from "../../../yang/modules.ts";

const text = moduleOf(
  "Box",
  `identity family; identity four { base family; }
  container top { leaf family { type identityref { base family; } }
    leaf any { type union { type identityref { base family; } type enumeration { enum any; } } } }`,
);
const schema = new Schema([{ path: "box.yang", text }]);
const namespace = /namespace "([^"]+)"/.exec(text)?.[1] ?? "";

function read(inside: string) {
  const parsed = parseXml(`<data><top xmlns="${namespace}">${inside}</top></data>`);
  if ("fault" in parsed) throw new Error(parsed.fault);
  const type = typedTree({ schema: () => schema });
  const modules = modulesOf(new Map([["Box", namespace]]), {});
  return membersOf(parsed.root, { modules, shape: nothingDeclared, around: "", type });
}

test.each([
  ["with a prefix", `<family xmlns:q="${namespace}">q:four</family>`, { family: "Box:four" }],
  ["of the default namespace", "<family>four</family>", { family: "four" }],
  ["in a union with words of its own", "<any>any</any>", { any: "any" }],
])("an identity %s is read as JSON has it", (_, inside, top) => {
  expect(read(inside)).toEqual({ "Box:top": top });
});
