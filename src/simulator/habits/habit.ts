/** Habits, as data: how a server changes values when it stores or shows them. */

import { z } from "zod";
import { servedNames } from "../wire/served-names.ts";
import { spellingNames } from "./spellings.ts";

/** The values to which a habit applies. */
const which = {
  /**
   * The interface. If absent, the habit applies at every interface. RESTCONF and NETCONF have the same routers, so each
   * name stands for both.
   */
  interface: z.enum(servedNames).optional(),
  /**
   * Fields, each given by the end of its path in the server's state: `mtu`, `netflow/collectorPort`, or `rules/*` for
   * any element. If the field is a list of plain values, the habit applies to each value.
   */
  fields: z.array(z.string().min(1)).min(1),
};

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A habit. If several habits apply to a field, they are applied in the order of the list. */
export const habitSchema = z.discriminatedUnion("does", [
  /**
   * Texts and numbers are stored in another form with the same meaning. A value that has no such form stays unchanged.
   */
  z.strictObject({ ...which, does: z.literal("spells"), as: z.enum(spellingNames) }),
  /** Lists are stored in another order. */
  z.strictObject({ ...which, does: z.literal("orders"), as: z.enum(["sorted", "reversed"]) }),
  /** Missing members are added to the objects that `fields` names. */
  z.strictObject({ ...which, does: z.literal("fills"), with: z.record(z.string(), z.json()) }),
  /** Numbers (also as texts) are limited to a range, and texts to a maximum length. */
  z.strictObject({
    ...which,
    does: z.literal("clamps"),
    least: z.number().optional(),
    most: z.number().optional(),
    longest: z.int().min(0).optional(),
  }),
  /** A value is stored as another value, for example `{ "deny": "permit" }`. */
  z.strictObject({ ...which, does: z.literal("replaces"), values: z.record(z.string(), plain) }),
  /**
   * The write is answered normally, but the field keeps its value. A field without a value gets `else`, or stays
   * without a value if there is no `else`.
   */
  z.strictObject({ ...which, does: z.literal("ignores"), else: z.json().optional() }),
  /** A read shows the value that the field had this long ago. */
  z.strictObject({ ...which, does: z.literal("delays"), ms: z.number().min(0) }),
  /**
   * The field is derived from its sibling with the name `from`: it has the sibling's number multiplied by `times`, or
   * the sibling's text.
   */
  z.strictObject({ ...which, does: z.literal("derives"), from: z.string(), times: z.number().optional() }),
]);

/** A server's habit that changes field values. */
export type ValueHabit = z.infer<typeof habitSchema>;

/** The habits with this value of `does`. */
export type HabitThat<Does extends ValueHabit["does"]> = Extract<ValueHabit, { readonly does: Does }>;

/** True if a habit applies to a path that starts at the top of the server's state. */
export function isAbout({ fields }: Pick<ValueHabit, "fields">, path: readonly string[]): boolean {
  return fields.some((field) => {
    const names = field.split("/");
    const end = path.slice(-names.length);
    return end.length === names.length && names.every((name, at) => name === "*" || name === end[at]);
  });
}
