import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  projectSchema,
  targetSchema,
  writtenProjectSchema,
} from "../../../src/load/project-file/project-schema.ts";
import { shapeOfFields } from "../../../src/load/project-file/written-fields.ts";
import { drivers } from "../../../src/project/drivers.ts";

describe("as much of a schema as is written", () => {
  test("has what must be there and what is written, and makes nothing else", () => {
    const made: string[] = [];
    const noted = (name: string) => () => {
      made.push(name);
      return z.number();
    };
    const fields = { must: z.string(), may: noted("may"), can: noted("can") };
    expect(Object.keys(shapeOfFields(fields, { can: 1, other: 1 }))).toEqual(["must", "can"]);
    expect(made).toEqual(["can"]);
    expect(Object.keys(shapeOfFields(fields))).toEqual(["must", "may", "can"]);
  });

  test("does not take a name that every object has for one that is written", () => {
    expect(Object.keys(shapeOfFields({ constructor: () => z.string() }, {}))).toEqual([]);
  });

  test("leaves out of the project file only what may be missing", () => {
    const part = Object.keys(writtenProjectSchema({}).shape);
    expect(part).toEqual(["version", "environment", "targets"]);
    expect(required(projectSchema.shape)).toEqual(part);
  });

  test.each(drivers)("leaves out of a target of $interface only what may be missing", (driver) => {
    const part = Object.keys(targetSchema(driver, undefined, {}).shape);
    expect(part).toEqual(expect.arrayContaining([...required(targetSchema(driver).shape)]));
  });
});

/** Returns the names of the required fields of a map. */
function required(shape: Readonly<Record<string, z.ZodType | undefined>>): readonly string[] {
  return Object.keys(shape).filter(
    (name) => shape[name]?.safeParse(undefined).success === false && !isOptional(shape[name]),
  );
}

function isOptional(schema: z.ZodType | undefined): boolean {
  return schema?._zod.optin === "optional";
}
