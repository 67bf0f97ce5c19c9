import { expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../../src/model/json.ts";
import { explain } from "../../src/yaml/schema-issues.ts";

/** Returns the issues of a value, each as `path: message (hint)`. */
function said(schema: z.ZodType, value: Json): readonly string[] {
  const checked = schema.safeParse(value);
  const issues = checked.success ? [] : checked.error.issues;
  return explain(issues, { schema, value, title: "this thing", beside: ["beside"] }).map(
    ({ path, message, hint }) => `/${path.join("/")}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );
}

const point = z.strictObject({ x: z.int(), label: z.string().optional() });

const cases: readonly (readonly [z.ZodType, Json, readonly string[]])[] = [
  [z.union([z.string(), z.int()]), [], ["/: this thing must be text or a number, not a list"]],
  [z.union([z.string().max(3), point]), "long", ["/: this thing must be at most 3 characters long"]],
  [
    z.union([point, z.strictObject({ y: z.int() })]),
    { x: "1" },
    ["/x: `x` must be a number, not text (Write it without quotes.)"],
  ],
  [z.strictObject({ a: z.union([z.string(), z.int()]) }), {}, ["/a: this thing needs `a`"]],
  [z.strictObject({ a: z.enum(["one", "two"]) }), {}, ["/a: this thing needs `a`"]],
  [z.strictObject({ a: z.literal("one") }), { a: 5 }, ["/a: `a` must be `one`"]],
  [
    z.record(z.string(), point),
    { p: { x: 1, lable: "l" } },
    ["/p/lable: `p` has no field `lable` (Did you mean `label`?)"],
  ],
  [
    z.array(point.nullable()),
    [null, { x: 1, lable: "l" }],
    ["/1/lable: `1` has no field `lable` (Did you mean `label`?)"],
  ],
  [
    z.strictObject({ p: point.readonly().default({ x: 1 }) }),
    { p: { lable: "l" } },
    ["/p/x: `p` needs `x`", "/p/lable: `p` has no field `lable` (Did you mean `label`?)"],
  ],
  [
    point.pipe(z.transform((each) => each)),
    { x: 1, beside_: 1 },
    ["/beside_: this thing has no field `beside_` (Did you mean `beside`?)"],
  ],
  [z.array(z.int()).min(2), [1], ["/: this thing must be at least 2 entries long"]],
  [z.int().gt(5), 5, ["/: this thing must be more than 5"]],
  [z.number().lt(5), 5, ["/: this thing must be less than 5"]],
  [z.number().multipleOf(5), 7, ["/: this thing must be a multiple of 5"]],
  [z.string().regex(/^a/), "b", ["/: this thing must match pattern /^a/"]],
  [z.string().refine(() => false, "needs luck"), "b", ["/: this thing needs luck"]],
  [z.string().refine(() => false, "something else"), "b", ["/: this thing is not valid: something else"]],
  [z.map(z.string(), z.int()), {}, ["/: this thing must be map, not a map"]],
  [z.null(), 5, ["/: this thing must be null, not a number"]],
];

test.each(cases.map(([schema, value, expected]) => ({ schema, value, expected, told: expected.join("; ") })))(
  "a mistake is told as `$told`",
  ({ schema, value, expected }) => {
    expect(said(schema, value)).toStrictEqual(expected);
  },
);
