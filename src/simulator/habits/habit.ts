/** What a server makes of the values that it is given, or when it shows them: a list of habits, as data. */

import { z } from "zod";
import { servedNames } from "../wire/served-names.ts";
import { spellingNames } from "./spellings.ts";

/** Which values a habit is about. */
const which = {
  /** Absent: every interface. RESTCONF and NETCONF show the same routers: either is about both. */
  interface: z.enum(servedNames).optional(),
  /**
   * Fields by the end of their path in what the server holds: `mtu`, `netflow/collectorPort`, `rules/*` for any
   * element. In a list of plain values the list is the field, and each of its values is meant.
   */
  fields: z.array(z.string().min(1)).min(1),
};

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A habit. Those of one field follow one another in the order of the list. */
export const habitSchema = z.discriminatedUnion("does", [
  /** Texts, and numbers, in another form of the same meaning. What is not of such a form stays as it is. */
  z.strictObject({ ...which, does: z.literal("spells"), as: z.enum(spellingNames) }),
  /** Lists in another order. */
  z.strictObject({ ...which, does: z.literal("orders"), as: z.enum(["sorted", "reversed"]) }),
  /** Objects with members that they lack. The fields are those objects. */
  z.strictObject({ ...which, does: z.literal("fills"), with: z.record(z.string(), z.json()) }),
  /** Numbers within bounds, also where they are texts, and texts of at most so many characters. */
  z.strictObject({
    ...which,
    does: z.literal("clamps"),
    least: z.number().optional(),
    most: z.number().optional(),
    longest: z.int().min(0).optional(),
  }),
  /** One value instead of another: `{ "deny": "permit" }`. */
  z.strictObject({ ...which, does: z.literal("replaces"), values: z.record(z.string(), plain) }),
  /** The write is answered as ever, and the field stays as it was; where it was nothing it is `else`, or nothing. */
  z.strictObject({ ...which, does: z.literal("ignores"), else: z.json().optional() }),
  /** A read shows the field as it was this long ago. */
  z.strictObject({ ...which, does: z.literal("delays"), ms: z.number().min(0) }),
  /** The field is worked out of the one of this name beside it: a number `times` as large, or the same text. */
  z.strictObject({ ...which, does: z.literal("derives"), from: z.string(), times: z.number().optional() }),
]);

/** A habit of a server about the values of fields. */
export type ValueHabit = z.infer<typeof habitSchema>;

/** A habit that does this. */
export type HabitThat<Does extends ValueHabit["does"]> = Extract<ValueHabit, { readonly does: Does }>;

/** Whether a habit is about what stands at this path, which begins at the top of what its server holds. */
export function isAbout({ fields }: Pick<ValueHabit, "fields">, path: readonly string[]): boolean {
  return fields.some((field) => {
    const names = field.split("/");
    const end = path.slice(-names.length);
    return end.length === names.length && names.every((name, at) => name === "*" || name === end[at]);
  });
}
