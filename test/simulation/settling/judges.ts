/**
 * What must hold for plans and applies, however a server changes the values that it gets. The server's state tells
 * whether it does.
 */

import { type Json, sameJson } from "../../../src/model/json.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { isWithin, type Pointer } from "../../../src/model/pointer.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Field, liveIn } from "./products.ts";
import type { Saga } from "./saga.ts";

/** A field that a plan writes, with its live value; undefined if it has none. */
interface Written {
  readonly field: Field;
  readonly live: Json | undefined;
}

/** What an apply did, and how it ended. */
export interface Applied {
  readonly plan: Plan;
  /** The fields that the apply wrote. */
  readonly written: readonly Written[];
  readonly before: World;
  readonly exit: number;
}

/** True if the live value of the field is the declared one, or Git does not declare the field. */
export function isAsDeclared({ product, declared }: Saga, world: World, field: Field): boolean {
  const [want, live] = [declared.get(field), liveIn(product, world, field)];
  return want === undefined || (live !== undefined && sameJson(ordered(field, want), ordered(field, live)));
}

/** Returns the value. The elements of a set are sorted, because their order does not matter. */
function ordered({ is }: Field, value: Json): Json {
  return is === "texts" && Array.isArray(value)
    ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : value;
}

/** Returns the fields that a plan writes. */
export function writtenBy({ product, declared }: Saga, world: World, plan: Plan): readonly Written[] {
  const steps = new Set(plan.steps.map(({ address }) => address));
  const paths = plan.changes.flatMap((change): readonly Pointer[] => {
    if (!steps.has(change.address) || !change.address.includes(`/${product.kind}/`)) return [];
    if (change.action === "create") return product.fields.map(({ path }) => path);
    return change.action === "update" ? change.differences.map(({ path }) => path) : [];
  });
  const own = product.fields.filter(
    (field) => declared.has(field) && paths.some((path) => isOf(field, path)),
  );
  return own.map((field) => ({ field, live: liveIn(product, world, field) }));
}

function isOf({ path: own }: Field, path: Pointer): boolean {
  return isWithin(path, own) || isWithin(own, path);
}

function listed(all: Plan["storedOtherwise"], field: Field): boolean {
  return (all ?? []).some(({ path }) => isOf(field, path));
}

/**
 * Checks a plan before an apply. Changes by people must be reported as differences, and not as other forms of the
 * stored value. Changes by trueup must not be reported as drift.
 */
export function judgePlan(saga: Saga, plan: Plan): readonly string[] {
  const { fresh, declared, world } = saga;
  const unseen = [...fresh].filter((field) => declared.has(field) && !isAsDeclared(saga, world, field));
  const open = plan.changes.flatMap((change) => (change.action === "update" ? change.differences : []));
  return [
    ...judgeDrift(saga, plan),
    ...unseen
      .filter((field) => listed(plan.storedOtherwise, field) || listed(plan.notTaken, field))
      .map(({ path }) => `by hand: ${path} was changed by a person, and is listed as kept by its server`),
    ...unseen
      .filter((field) => !open.some(({ path }) => isOf(field, path)))
      .map(({ path }) => `by hand: nothing is said of ${path}, which a person has changed`),
  ];
}

/** Only a field that a person has changed may be reported as drift, or as a conflict. */
function judgeDrift({ product, touched }: Saga, plan: Plan): readonly string[] {
  const { drifted, conflicts } = driftOf(plan);
  return [...drifted, ...conflicts].flatMap((change) => {
    if (!change.address.includes(`/${product.kind}/`)) return [];
    if (change.action !== "update") return [`drift: ${change.address} is called ${change.action}`];
    const { differences } = change;
    return differences
      .filter(({ path }) => ![...touched].some((field) => isOf(field, path)))
      .map(
        ({ path, desired, live }) =>
          `drift: ${path} is called so, and nobody has touched it: ${shown([desired, live])}`,
      );
  });
}

/** Checks an apply by the state of the server after it. */
export function judgeApply(saga: Saga, { written, before, exit, plan }: Applied): readonly string[] {
  const { treatments, world, sent } = saga;
  const again = written.filter(({ field, live }) => sent.get(field)?.includes(keyOf(saga, { field, live })));
  const clamped = written.filter(
    ({ field }) =>
      treatments.get(field)?.manner === "clamps" &&
      !isSameLive(saga, before, field) &&
      !isAsDeclared(saga, world, field),
  );
  return [
    ...again.map(
      ({ field, live }) => `written twice: ${field.path} as ${shown([saga.declared.get(field), live])}`,
    ),
    ...(clamped.length > 0 && exit !== 3 ? [`clamped: apply ends with ${exit}`] : []),
    ...(exit !== 0 && written.length === 0 && !isOpen(plan)
      ? [`apply ends with ${exit}, and nothing is open`]
      : []),
    ...openFields(saga).flatMap(({ path }) =>
      exit === 0 ? [`not taken: apply ends with 0, and ${path} differs`] : [],
    ),
  ];
}

function isOpen({ notTaken = [], held, unknown, unwritable }: Plan): boolean {
  return notTaken.length + held.length + unknown.length + unwritable.length > 0;
}

/** Returns the fields that the server did not accept, or stored with another meaning. */
function openFields(saga: Saga): readonly Field[] {
  const { product, treatments, world } = saga;
  return product.fields.filter(
    (field) =>
      ["ignores", "turns"].includes(treatments.get(field)?.manner ?? "") && !isAsDeclared(saga, world, field),
  );
}

/** Checks the plan that is made right after an apply. */
export function judgeAfter(
  saga: Saga,
  { exit }: Pick<Applied, "exit">,
  { plan, detailed }: { readonly plan: Plan; readonly detailed: number },
): readonly string[] {
  const { product, treatments, world } = saga;
  const kept = product.fields.filter((field) => {
    const isMet = saga.met.get(field) === metAs(saga, field);
    const isClamped = treatments.get(field)?.manner === "clamps" && !product.isUntyped;
    return isMet && isClamped && !isAsDeclared(saga, world, field);
  });
  return [
    ...judgeDrift(saga, plan),
    ...(exit === 0 && plan.steps.length > 0 ? [`after 0: ${plan.steps.map(({ id }) => id).join(", ")}`] : []),
    ...(exit === 0 && detailed !== 0 ? [`after 0: the next plan ends with ${detailed}`] : []),
    ...openFields(saga).flatMap(({ path }) =>
      detailed === 0 ? [`not taken: plan ends with 0, and ${path} differs`] : [],
    ),
    ...kept
      .filter((field) => !listed(plan.storedOtherwise, field))
      .map(({ path }) => `clamped: ${path} is not listed as stored otherwise`),
  ];
}

/** True if the live value of a field is the same as before. */
export function isSameLive({ product, world }: Saga, before: World, field: Field): boolean {
  const [now, was] = [world, before].map((one) => liveIn(product, one, field));
  return now === undefined ? was === undefined : was !== undefined && sameJson(now, was);
}

/** Returns, as one text, what Git declares for a field and what the server has. */
export function metAs({ declared, product, world }: Saga, field: Field): string {
  return shown([declared.get(field), liveIn(product, world, field)]);
}

/** Returns, as one text, the value that was sent for a field and the live value before. */
export function keyOf({ declared }: Saga, { field, live }: Written): string {
  return shown([declared.get(field), live]);
}

function shown(values: readonly (Json | undefined)[]): string {
  return values.map((value) => JSON.stringify(value) ?? "nothing").join(" over ");
}
