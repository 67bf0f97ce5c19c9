/**
 * Patterns of a project that have used up their time budget. The problem is reported at the value, and names the limit
 * instead of saying that the value does not match.
 */

import { expect, test } from "vitest";
import type { z } from "zod";
import { fieldSchema, keysSchema } from "../../../src/catalog/fields/schema.ts";
import { Meter } from "../../../src/model/meter.ts";
import { ownPattern } from "../../../src/project/own-patterns.ts";

const field = { type: "string", pattern: "^(?:a|b)*a(?:a|b){10}$" } as const;
const text = "abbabaab".repeat(40);

/** Returns the first message of a parse, or an empty text if the value matches. */
function messageOf({ error }: ReturnType<z.ZodType["safeParse"]>): string {
  return error?.issues[0]?.message ?? "";
}

function said(schema: z.ZodType, value: string, steps: number): string {
  const meter = new Meter({ steps, elements: 10, bytes: 10 }, "all values");
  return meter.during(() => messageOf(schema.safeParse(value)));
}

test.each([
  ["a field", fieldSchema(field, { patterns: ownPattern })],
  ["a key", keysSchema(field, ownPattern)],
])("of %s", (_, schema) => {
  expect(said(schema, `${text}c`, 1_000_000)).not.toContain("cannot be checked");
  expect(said(schema, text, 10)).toBe(
    "cannot be checked against the pattern ^(?:a|b)*a(?:a|b){10}$, because all values together take more than 10 steps",
  );
});

test("a text that is too long for it is named so", () => {
  const schema = fieldSchema({ ...field, pattern: "^(?:a|b){1000}" }, { patterns: ownPattern });
  expect(said(schema, "ab".repeat(20_000), 1_000_000)).toMatch(
    /pattern .* the text is longer than \d+ characters$/,
  );
});
