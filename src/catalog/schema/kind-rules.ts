/** Catalog keys for the rules of a kind and for identities that are paths. Data only. */

import { z } from "zod";

const name = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const fieldName = z.string().min(1).max(256);

/** A rule for defaults: if all conditions in `if` hold, `set` provides defaults for the declaration. */
const implication = z.strictObject({
  if: z
    .record(fieldName, z.union([z.literal("declared"), z.array(z.json()).min(1)]))
    .exactOptional()
    .describe(
      "The condition: field → the values that meet it. `declared` means any value. Absent: the rule " +
        "always applies.",
    ),
  set: z
    .record(fieldName, z.json())
    .describe("Fields with the values that then count as declared, unless the declaration has these fields."),
});

/** A field that applies only if other fields have certain values. */
const need = z.strictObject({
  field: fieldName.describe("The field that depends on other fields."),
  is: z
    .array(z.json())
    .min(1)
    .exactOptional()
    .describe("The values of the field for which the rule holds. Default: all values."),
  with: z
    .record(fieldName, z.array(z.json()).min(1))
    .describe("Other fields, each with the values that they may have then."),
});

/** A path that identifies a resource within a target. */
export const identityByPath = z.strictObject({
  path: z
    .string()
    .max(1024)
    .min(1)
    .describe(
      "The path of the resource, such as `uni/tn-{tenant}/BD-{id}`. Words in braces: an ancestor kind, " +
        "`id` for the key, or a field.",
    ),
  at: fieldName.describe(
    "The wire field that shows the path of a record. A record with another path is ignored.",
  ),
  name: fieldName
    .exactOptional()
    .describe("For `codec: anyObject`: the attribute that often equals the name at the end of the path."),
});

/** The keys of a kind for rules between its fields, and for the order and guards of its writes. */
export const rulesOfKind = {
  implies: z
    .array(implication)
    .exactOptional()
    .describe(
      "Rules by which fields count as declared if other fields are declared. The rules apply in order.",
    ),
  needs: z
    .array(need)
    .exactOptional()
    .describe("Rules for fields that apply only if other fields have certain values."),
  together: z
    .array(z.array(fieldName).min(2))
    .exactOptional()
    .describe(
      "Groups of fields that the product validates together: if one field of a group is sent, the " +
        "other declared fields of the group are sent too.",
    ),
  after: z
    .array(name)
    .max(200)
    .exactOptional()
    .describe(
      "Kinds whose resources are written before those of this kind, and removed after them: the " +
        "parent, other kinds below the parent, or kinds below a referenced object.",
    ),
  oneAtATime: z
    .enum(["target", "parent", "kind"])
    .exactOptional()
    .describe("The scope in which only one write runs at a time. Default: no restriction."),
  makes: z
    .array(name)
    .max(200)
    .exactOptional()
    .describe(
      "Kinds below this one, or below the same parent, whose resources the product creates together " +
        "with a resource of this kind. They are written after that resource, and updated if they exist by " +
        "then.",
    ),
  notBeside: z
    .record(name, z.string().min(1).max(200))
    .exactOptional()
    .describe(
      "Kinds that must not be declared below the same parent, each with the reason as half a sentence.",
    ),
  removal: z
    .enum(["on", "off"])
    .exactOptional()
    .describe(
      "off: resources of this kind are removed only if `settings.removals` of the target names the " +
        "kind. Default: on.",
    ),
  lockout: z
    .array(fieldName)
    .exactOptional()
    .describe(
      "Fields with which users can lock themselves out; `*` means all fields. Changing them needs " +
        "`--allow lockout@FINGERPRINT`.",
    ),
} as const;
