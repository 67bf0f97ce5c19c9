/** Habits: how a server changes values when it stores or shows them, as data. */

import { z } from "zod";
import { servedNames } from "../wire/served-names.ts";
import { spellingNames } from "./spellings.ts";

/** Which values a habit applies to. */
const which = {
  /** Absent: every interface. RESTCONF and NETCONF show the same routers: either stands for both. */
  interface: z.enum(servedNames).optional(),
  /**
   * Fields by the end of their path in the server's state: `mtu`, `netflow/collectorPort`, `rules/*` for any
   * element. For a list of plain values, the list is the field, and the habit applies to each value.
   */
  fields: z.array(z.string().min(1)).min(1),
};

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A habit. Several for one field apply in list order. */
export const habitSchema = z.discriminatedUnion("does", [
  /** Texts and numbers in another form with the same meaning. A value that does not fit the form stays as it is. */
  z.strictObject({ ...which, does: z.literal("spells"), as: z.enum(spellingNames) }),
  /** Lists in another order. */
  z.strictObject({ ...which, does: z.literal("orders"), as: z.enum(["sorted", "reversed"]) }),
  /** Adds missing members to objects. The fields are those objects. */
  z.strictObject({ ...which, does: z.literal("fills"), with: z.record(z.string(), z.json()) }),
  /** Limits numbers to bounds, also numeric texts, and texts to a maximum length. */
  z.strictObject({
    ...which,
    does: z.literal("clamps"),
    least: z.number().optional(),
    most: z.number().optional(),
    longest: z.int().min(0).optional(),
  }),
  /** One value instead of another: `{ "deny": "permit" }`. */
  z.strictObject({ ...which, does: z.literal("replaces"), values: z.record(z.string(), plain) }),
  /** The write is answered normally, but the field stays as it was; a field without a value gets `else`, or none. */
  z.strictObject({ ...which, does: z.literal("ignores"), else: z.json().optional() }),
  /** A read shows the field as it was this long ago. */
  z.strictObject({ ...which, does: z.literal("delays"), ms: z.number().min(0) }),
  /** The field is derived from the sibling with this name: a number `times` as large, or the same text. */
  z.strictObject({ ...which, does: z.literal("derives"), from: z.string(), times: z.number().optional() }),
]);

/** A server's habit with field values. */
export type ValueHabit = z.infer<typeof habitSchema>;

/** A habit that does this. */
export type HabitThat<Does extends ValueHabit["does"]> = Extract<ValueHabit, { readonly does: Does }>;

/** Whether a habit applies to a path, which starts at the top of the server's state. */
export function isAbout({ fields }: Pick<ValueHabit, "fields">, path: readonly string[]): boolean {
  return fields.some((field) => {
    const names = field.split("/");
    const end = path.slice(-names.length);
    return end.length === names.length && names.every((name, at) => name === "*" || name === end[at]);
  });
}
