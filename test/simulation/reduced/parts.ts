/**
 * The parts of a seed's world. Code that draws a world asks for each part whether it is kept: the answer is yes, except
 * while a shrinker searches for the fewest parts that still break.
 */

import { AsyncLocalStorage } from "node:async_hooks";

/** How to run a seed. */
export interface Asking {
  /** The kept parts of the drawn world; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Called once for each part of the world, as soon as it is drawn. */
  readonly met?: (part: string) => void;
  /** Called with a description of the world: a heading and a text. Undefined: none is needed. */
  readonly told?: ((heading: string, text: string) => void) | undefined;
}

interface Open extends Asking {
  readonly parts: Set<string>;
  readonly counts: Map<string, number>;
}

const asking = new AsyncLocalStorage<Open>();

/** Runs a seed as `how` says. */
export function asked<T>(how: Asking, ask: () => Promise<T>): Promise<T> {
  return asking.run({ ...how, parts: new Set(), counts: new Map() }, ask);
}

/** True while the parts of a world are tracked. Otherwise nothing is reduced. */
export function isAsked(): boolean {
  return asking.getStore() !== undefined;
}

/** True if the world has this part. A name has no space and no comma. */
export function kept(part: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const name = part.replaceAll(/[\s,]+/g, "-");
  if (open.only && !open.only.has(name)) return false;
  if (!open.parts.has(name)) open.met?.(name);
  open.parts.add(name);
  return true;
}

/** `kept` for one of many unnamed parts, which are counted as they are drawn. */
export function keptNext(kind: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const number = (open.counts.get(kind) ?? 0) + 1;
  open.counts.set(kind, number);
  return kept(`${kind}-${number}`);
}

/** The kept members, each as a part: `troubles.staleMs`. Missing members are not parts. */
export function keptOf<T extends object, K extends keyof T & string>(
  of: string,
  all: T,
  names: readonly K[],
): Omit<T, K> & Partial<Pick<T, K>> {
  if (!isAsked()) return all;
  const gone = new Set<string>(names.filter((name) => all[name] !== undefined && !kept(`${of}.${name}`)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name))) as T;
}

/** The kept members of a list. They are named by their positions, counted from 0: `fault-0`. */
export function keptAmong<T>(of: string, all: readonly T[]): readonly T[] {
  return isAsked() ? all.filter((_, at) => kept(`${of}-${at}`)) : all;
}

/** Describes the world, if requested. */
export function tell(heading: string, text: () => string): void {
  asking.getStore()?.told?.(heading, text());
}
