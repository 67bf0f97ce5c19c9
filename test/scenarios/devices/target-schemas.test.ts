/** The schema of a target that knows the modules of its devices. It has the type of everything that can be declared. */

import { expect, test } from "vitest";
import { targetSchemas } from "../../../src/load/schemas.ts";
import { among, on } from "./boxes.ts";

const schemasOf = (known: "yang" | "keys") => {
  const { context } = on({
    way: "rfc8040",
    known,
    config: "/Box:top/interface/loopback: { 5: { on: false } }",
  });
  const resources = context.desired.resources.values();
  return targetSchemas(among, {
    targets: context.project.targets.values(),
    resources,
  });
};

test("with modules it has, without them it has none", () => {
  const made = schemasOf("yang");
  expect(Object.keys(made)).toEqual(["targets/boxes.json"]);
  const text = JSON.stringify(made["targets/boxes.json"]);
  expect(text).toContain("/Box:top/interface/loopback");
  expect(text).toContain('"on"');
  expect(schemasOf("keys")).toEqual({});
});
