/**
 * Ordered lists. For any two lists, the steps turn the first into the second, and recreate as few elements as possible.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { elementSteps } from "../../../src/drivers/rest/elements/steps.ts";

const file = kindFile.parse({
  ...{ kind: "rules", title: "rules", section: "rules", form: "singleton", list: "/rules" },
  ...{ create: "POST /rules", update: "PUT /rules/{element}", remove: "DELETE /rules/{element}" },
  elements: { field: "rules", id: "id", groups: { field: "part", order: ["a", "b"], default: "b" } },
  fields: {
    rules: {
      ...{ type: "array", identity: ["name"] },
      items: {
        type: "object",
        properties: { name: { type: "string" }, part: { type: "string" }, on: { type: "boolean" } },
      },
    },
  },
  ...{ source: "made up", verified: "assumed" },
});

interface Rule {
  readonly name: string;
  readonly part: "a" | "b";
  readonly on: boolean;
}

const rule = fc.record({
  name: fc.constantFrom(..."abcdefghij"),
  part: fc.constantFrom("a" as const, "b" as const),
  on: fc.boolean(),
});
const list = fc
  .uniqueArray(rule, { selector: ({ name }) => name, maxLength: 8 })
  .map((rules) => [...rules.filter(({ part }) => part === "a"), ...rules.filter(({ part }) => part === "b")]);

/** Returns the rules as the product stores them after the steps. The product handles sections and numbers itself. */
function carriedOut(live: readonly Rule[], desired: readonly Rule[]) {
  const steps = elementSteps(file, {
    live: { rules: live.map((each) => ({ ...each })) },
    desired: { rules: desired.map((each) => ({ ...each })) },
  });
  const now: Rule[] = [...live];
  const at = (name: string | undefined) => now.findIndex((each) => each.name === name);
  for (const step of steps) {
    if (step.operation === "remove") now.splice(at(live[step.live]?.name), 1);
    else if (step.operation === "update") now[at(live[step.live]?.name)] = desired[step.desired] as Rule;
    else {
      const last = now.findLastIndex(({ part }) => part <= (step.group ?? "")) + 1;
      const position = step.after ?? (step.before === undefined ? last : step.before - 1);
      now.splice(position, 0, desired[step.desired] as Rule);
    }
  }
  return { now, steps };
}

test("the steps make the live list the declared one, and there are none where it is", () => {
  fc.assert(
    fc.property(list, list, (live, desired) => {
      expect(carriedOut(live, desired).now).toEqual(desired);
      expect(carriedOut(desired, desired).steps).toEqual([]);
    }),
  );
});

test("as many stay as can: all, where only one stands elsewhere", () => {
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), (rules, from, to) => {
      const alike = rules.map((each) => ({ ...each, part: "b" as const }));
      if (alike.length === 0) return;
      const moved = [...alike];
      const [one] = moved.splice(from % alike.length, 1);
      if (one) moved.splice(to % alike.length, 0, one);
      const { steps } = carriedOut(alike, moved);
      expect(steps.length).toBeLessThanOrEqual(2);
    }),
  );
});
