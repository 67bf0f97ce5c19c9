/**
 * What the plan must do with each resource of the fictional product, and which state the server must have then. This
 * follows from what was drawn.
 */

import type { Cause } from "../../../src/model/change.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { fates } from "../decisions/cases.ts";
import { differ, saidOf } from "../decisions/judges.ts";
import type { ProductServer } from "./server.ts";
import { addressOf, isOn, type Part, type ProductTruth, type Side, valuesOn } from "./truth.ts";

/** What the plan must do with a resource. */
export interface Due {
  readonly part: Part;
  readonly action: "create" | "update" | "remove";
  readonly causes: ReadonlyMap<string, Cause>;
  /** False if the plan shows the change without a step. */
  readonly stepped: boolean;
  readonly id: string;
}

/** Returns what the plan must do with each resource that it changes. */
export function duesOf({ parts, prune, overwrite }: ProductTruth): readonly Due[] {
  return parts.flatMap((part): readonly Due[] => {
    const { desired, base, live } = fates[part.fate];
    const of = (
      action: Due["action"],
      causes: ReadonlyMap<string, Cause>,
      stepped = true,
    ): readonly Due[] => {
      return [{ part, action, causes, stepped, id: `${action} ${addressOf(part)}` }];
    };
    if (!desired) return base && live && prune ? of("remove", new Map([["", "pending"]])) : [];
    if (!live) return of("create", new Map([["", base ? "drift" : "pending"]]));
    const causes = causesOf(part, base);
    const isHeld = !overwrite && [...causes.values()].includes("conflict");
    return causes.size === 0 ? [] : of("update", causes, !isHeld && !causes.has("/mode"));
  });
}

function causesOf({ kind, names, refs, fields }: Part, isKnown: boolean): ReadonlyMap<string, Cause> {
  const causes = new Map<string, Cause>();
  if (kind !== "rule" && names.desired !== names.live) causes.set("/name", "pending");
  for (const [field, { desired, live }] of Object.entries(refs))
    if (desired !== live) causes.set(`/${field}`, "pending");
  for (const [field, { row }] of Object.entries(fields)) {
    const cause = isKnown ? row.says : row.desired === "-" ? undefined : row.alone;
    if (cause) causes.set(`/${field}`, cause);
  }
  return causes;
}

/** Compares a plan with the expected changes, and returns the differences. */
export function judgeDues(plan: Plan, dues: readonly Due[]): readonly string[] {
  const said = saidOf(plan);
  const wanted = dues.map(({ id, causes }) => {
    const lines = [...causes].map((pair) => pair.join(" ")).sort();
    return `${id}: ${lines.join(", ")}`;
  });
  return [
    ...differ("change", said, wanted),
    ...differ(
      "step",
      plan.steps.map(({ id }) => id),
      dues.flatMap(({ stepped, id }) => (stepped ? [id] : [])),
    ),
    ...differ(
      "unknown",
      plan.unknown.map(({ address }) => address),
      [],
    ),
  ];
}

/** Returns the label by which these checks identify a resource, whatever its name is. */
export function labelOf({ kind, number }: Part): string {
  return `${kind} ${number}`;
}

/** Returns the state that the server must have after exactly the changes that `isDone` selects. */
export function worldWith(
  { parts }: ProductTruth,
  isDone: (part: Part) => boolean,
): ReadonlyMap<string, string> {
  const there = parts.flatMap((part): readonly (readonly [string, string])[] => {
    const done = isDone(part);
    if (!isOn(part, done ? "desired" : "live")) {
      const isKept = done && isOn(part, "live") && !isOn(part, "base");
      return isKept ? [[labelOf(part), textOf(part, "live", false)]] : [];
    }
    return [[labelOf(part), textOf(part, done ? "desired" : "live", isOn(part, "live"))]];
  });
  return new Map(there);
}

/** Returns the fields of a resource on a side, as text. Undeclared fields have their live values. */
export function textOf(part: Part, side: Side, wasLive: boolean): string {
  const values = { ...(wasLive && valuesOn(part, "live")), ...valuesOn(part, side) };
  const name = part.kind === "rule" ? {} : { name: part.names[side] };
  const refs = Object.fromEntries(Object.entries(part.refs).map(([field, of]) => [field, labelOf(of[side])]));
  return text({ ...values, ...name, ...refs }, part.parent && labelOf(part.parent));
}

function text(fields: Readonly<Record<string, unknown>>, within: string | undefined): string {
  return JSON.stringify([within ?? "", ...Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Creates everything on the server that exists live. */
export function putLive(server: ProductServer, { parts }: ProductTruth): void {
  for (const part of parts) {
    if (!isOn(part, "live")) continue;
    const name = part.kind === "rule" ? {} : { name: part.names.live };
    const refs = Object.fromEntries(Object.entries(part.refs).map(([field, of]) => [field, idOf(of.live)]));
    const value = { ...valuesOn(part, "live"), ...name, ...refs };
    const parent = part.parent ? idOf(part.parent) : "R1";
    server.objects.set(idOf(part), { kind: part.kind, parent, value, visibleAt: 0, by: 0 });
  }
}

/** Returns the id of a resource that existed from the beginning. */
export function idOf({ kind, number }: Part): string {
  return `${kind[0]}-${kind}-${number}`;
}

/**
 * Returns a function that finds the label of an object by its id. It is the label of the resource for which the object
 * was created.
 */
export function labelsIn({ objects }: ProductServer, { parts }: ProductTruth): (id: string) => string {
  const known = new Map(parts.map((part) => [idOf(part), part]));
  const label = (id: string): string => {
    const part = known.get(id);
    if (part) return labelOf(part);
    const one = objects.get(id);
    if (one?.kind !== "rule") return String(one?.value.name ?? id).replace("former ", "");
    const [from, to] = [one.value.from, one.value.to].map((each) => label(String(each)));
    const isNamed = ({ refs }: Part, side: Side) =>
      refs.from && labelOf(refs.from[side]) === from && refs.to && labelOf(refs.to[side]) === to;
    const rules = parts.filter(({ kind }) => kind === "rule");
    const meant =
      rules.find((each) => isNamed(each, "desired")) ?? rules.find((each) => isNamed(each, "base"));
    return meant ? labelOf(meant) : `a rule ${id}`;
  };
  return label;
}

/**
 * Returns the server's objects as texts, each by the label of its resource. A second object of the same resource has a
 * label of its own.
 */
export function heldIn(server: ProductServer, truth: ProductTruth): ReadonlyMap<string, string> {
  const { objects } = server;
  const label = labelsIn(server, truth);
  const held = new Map<string, string>();
  for (const [id, { parent, value, kind }] of objects) {
    const fields = Object.entries(value).map(([name, each]) => {
      const isNaming = (kind === "rule" || kind === "route") && ["from", "to", "via"].includes(name);
      return [name, isNaming ? label(String(each)) : each] as const;
    });
    const own = label(id);
    held.set(
      held.has(own) ? `${own}, once more` : own,
      text(Object.fromEntries(fields), parent === "R1" ? undefined : label(parent)),
    );
  }
  return held;
}

/** Compares two states, and returns the differences. */
export function differing(
  what: string,
  is: ReadonlyMap<string, string>,
  must: ReadonlyMap<string, string>,
): readonly string[] {
  const lines = (world: ReadonlyMap<string, string>) => [...world].map(([name, each]) => `${name}: ${each}`);
  return differ(what, lines(is), lines(must));
}
