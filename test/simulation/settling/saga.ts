/**
 * The state of a saga: several runs for one product, with changes in Git and by people between them. It also has what
 * the checks need to know the right plan.
 */

import type { Desired } from "../../../src/model/desired.ts";
import { type Json, sameJson } from "../../../src/model/json.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import { withPast } from "../../../src/simulator/late-lists.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { type Field, liveIn, type Product, setByHand } from "./products.ts";
import { strangeValue, type Treatment } from "./servers.ts";

/** The state of a saga. */
export interface Saga {
  readonly product: Product;
  readonly treatments: ReadonlyMap<Field, Treatment>;
  readonly draw: Draw;
  /** What Git declares, by field. */
  readonly declared: ReadonlyMap<Field, Json>;
  readonly world: World;
  readonly now: number;
  readonly base: Desired;
  readonly memory: Memory;
  /** The fields that a person has changed, and that trueup has neither written nor found as declared since then. */
  readonly touched: ReadonlySet<Field>;
  /** The fields that a person has changed since the last run. */
  readonly fresh: ReadonlySet<Field>;
  /**
   * For each field, what was sent since somebody last changed the field. Each text contains the sent value and the live
   * value before.
   */
  readonly sent: ReadonlyMap<Field, readonly string[]>;
  /**
   * The last write with an effect on each field. The text contains what was declared and what the server had
   * afterwards.
   */
  readonly met: ReadonlyMap<Field, string>;
  /** True if the next run sends values again that the server did not accept. */
  readonly retry: boolean;
  /** How often people have changed a field so far. */
  readonly count: number;
}

const nothing: Desired = { resources: new Map(), locate: () => undefined };

/** Draws a saga before its first run. */
export function begun(of: Pick<Saga, "product" | "treatments" | "draw" | "world">): Saga {
  const { product, draw } = of;
  const declared = new Map(product.fields.map((field) => [field, pick(draw, field.values)]));
  const known = {
    base: nothing,
    memory: emptyMemory,
    touched: new Set<Field>(),
    fresh: new Set<Field>(),
    sent: new Map(),
    met: new Map(),
  };
  return { ...of, ...known, declared, now: 0, retry: false, count: 0 };
}

/** Draws up to two events before the next run, and makes them happen. */
export function happened(saga: Saga): Saga {
  let now: Saga = { ...saga, retry: false, fresh: new Set(), now: saga.now + 60_000 };
  for (let count = under(saga.draw, 3); count > 0; count -= 1) now = pick(saga.draw, happenings)(now);
  return { ...now, now: now.now + pick(saga.draw, [60_000, 3_600_000]) };
}

type Happening = (saga: Saga) => Saga;

const happenings: readonly [Happening, ...Happening[]] = [
  changedInGit,
  changedInGit,
  droppedInGit,
  changedByHand,
  changedByHand,
  mendedByHand,
  (saga) => ({ ...saga, retry: true, sent: new Map() }),
];

/** Returns `sent` without this field: from now on, the same values may be written again. */
function afresh({ sent }: Saga, field: Field): Saga["sent"] {
  return new Map([...sent].filter(([each]) => each !== field));
}

function drawnField({ draw, product }: Saga): Field | undefined {
  return product.fields[under(draw, product.fields.length)];
}

function changedInGit(saga: Saga): Saga {
  const field = drawnField(saga);
  if (!field) return saga;
  const declared = new Map(saga.declared).set(field, pick(saga.draw, field.values));
  return { ...saga, declared, sent: afresh(saga, field) };
}

/** Git no longer declares a field. */
function droppedInGit(saga: Saga): Saga {
  const field = drawnField(saga);
  const declared = new Map([...saga.declared].filter(([each]) => each !== field));
  return field && declared.size > 0 ? { ...saga, declared, sent: afresh(saga, field) } : saga;
}

/** Somebody sets a field to a value that neither Git nor the server would give it. */
function changedByHand(saga: Saga): Saga {
  const field = drawnField(saga);
  if (!field || !saga.product.held(saga.world)) return saga;
  return byHand(saga, field, strangeValue(field, saga.count));
}

/** Somebody sets a field to the value that Git declares. */
function mendedByHand(saga: Saga): Saga {
  const field = drawnField(saga);
  const value = field && saga.declared.get(field);
  return field && value !== undefined && maybe(saga.draw, 0.5) ? byHand(saga, field, value) : saga;
}

function byHand(saga: Saga, field: Field, value: Json): Saga {
  const { product, world, count, touched, fresh } = saga;
  if (sameJson(liveIn(product, world, field) ?? null, value)) return saga;
  const after = setByHand(product, world, { field, value });
  const now = {
    ...saga,
    world: withPast(after, saga.now),
    touched: new Set([...touched, field]),
    fresh: new Set([...fresh, field]),
    count: count + 1,
  };
  return { ...now, sent: afresh(saga, field) };
}
