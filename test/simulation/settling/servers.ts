/** Draws how a server changes the values of fields. */

import type { Json } from "../../../src/model/json.ts";
import { segments } from "../../../src/model/pointer.ts";
import type { ValueHabit } from "../../../src/simulator/habits/habit.ts";
import type { SpellingName } from "../../../src/simulator/habits/spellings.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import type { Field, FieldKind, Product } from "./products.ts";

/** What a server does with a value that it gets. */
type Manner =
  /** Stores the value unchanged. */
  | "keeps"
  /** Stores the value in an equivalent form. */
  | "spells"
  /**
   * Stores only a part of the value: a number within bounds, a shortened text, or a number calculated from another
   * field.
   */
  | "clamps"
  /** Ignores the value: the field stays as it was. */
  | "ignores"
  /** Stores another one of the possible words, which has another meaning. */
  | "turns"
  /** Shows the value only some time later. */
  | "delays";

/** How a server treats a field. */
export interface Treatment {
  readonly manner: Manner;
  readonly habits: readonly ValueHabit[];
}

type Drawn = (fields: string[], field: Field, draw: Draw) => Treatment;

const spells =
  (...forms: readonly [SpellingName, ...SpellingName[]]): Drawn =>
  (fields, _, draw) => ({ manner: "spells", habits: [{ fields, does: "spells", as: pick(draw, forms) }] });

const ignores: Drawn = (fields) => ({ manner: "ignores", habits: [{ fields, does: "ignores" }] });

const delays: Drawn = (fields, _, draw) => ({
  manner: "delays",
  habits: [{ fields, does: "delays", ms: pick(draw, [1000, 4000, 20_000]) }],
});

const clamps: Drawn = (fields, { from }, draw) => {
  if (from !== undefined && maybe(draw, 0.6))
    return { manner: "clamps", habits: [{ fields, does: "derives", from, times: 2 }] };
  const bounds = pick(draw, [{ most: 3000 }, { least: 5000 }]);
  return { manner: "clamps", habits: [{ fields, does: "clamps", ...bounds }] };
};

const cuts: Drawn = (fields) => ({ manner: "clamps", habits: [{ fields, does: "clamps", longest: 5 }] });

const orders: Drawn = (fields, _, draw) => ({
  manner: "spells",
  habits: [{ fields, does: "orders", as: pick(draw, ["sorted", "reversed"]) }],
});

const turns: Drawn = (fields, { values }) => {
  const [one, other] = values.map(String);
  return { manner: "turns", habits: [{ fields, does: "replaces", values: { [one ?? ""]: other ?? "" } }] };
};

/** The possible treatments of a field, by its type. */
const known: Readonly<Record<FieldKind, readonly [Drawn, ...Drawn[]]>> = {
  text: [
    spells(
      "upperCase",
      "lowerCase",
      "trimmed",
      "oneBlank",
      "composed",
      "unixLines",
      "endedLine",
      "spacedCommas",
    ),
    cuts,
    ignores,
    delays,
  ],
  number: [clamps, clamps, spells("numberAsText"), ignores, delays],
  numberText: [spells("bareNumber", "paddedNumber"), clamps, ignores, delays],
  texts: [orders, spells("lowerCase", "upperCase"), ignores, delays],
  verdict: [turns, ignores],
};

/** Draws how the server of a seed treats each field. */
export function treatmentsOf(draw: Draw, { fields }: Product): ReadonlyMap<Field, Treatment> {
  return new Map(
    fields.map((field) => {
      if (maybe(draw, 0.2)) return [field, { manner: "keeps", habits: [] }];
      const way = known[field.is][under(draw, known[field.is].length)] ?? ignores;
      return [field, way([segments(field.held).join("/")], field, draw)];
    }),
  );
}

/** Returns a value that Git does not declare, and that no server calculates. */
export function strangeValue({ is, values }: Field, count: number): Json {
  switch (is) {
    case "text":
      return `by hand ${count}`;
    case "number":
      return 3100 + count;
    case "numberText":
      return String(3100 + count);
    case "texts":
      return typeof values[0] === "object" && JSON.stringify(values[0]).includes("siteId")
        ? [{ siteId: String(900 + count) }]
        : [`hand-${count}`];
    case "verdict":
      return "Platinum";
  }
}
