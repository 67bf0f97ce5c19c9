/**
 * What the world of a seed is made of, part by part. Whoever draws a world asks of each part whether it is kept: it
 * always is, but while a shrinker looks for the fewest parts with which a seed is still broken.
 */

import { AsyncLocalStorage } from "node:async_hooks";

/** How a seed is asked. */
export interface Asking {
  /** The parts that the world has, of those that were drawn; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Told of each part that the world has, once, as soon as it is drawn. */
  readonly met?: (part: string) => void;
  /** Told what the world is, in words of people: a heading and a text. Undefined: nobody wants to know. */
  readonly told?: ((heading: string, text: string) => void) | undefined;
}

interface Open extends Asking {
  readonly parts: Set<string>;
  readonly counts: Map<string, number>;
}

const asking = new AsyncLocalStorage<Open>();

/** Asks a seed so. */
export function asked<T>(how: Asking, ask: () => Promise<T>): Promise<T> {
  return asking.run({ ...how, parts: new Set(), counts: new Map() }, ask);
}

/** True while somebody wants to know of parts: what is drawn needs no second look otherwise. */
export function isAsked(): boolean {
  return asking.getStore() !== undefined;
}

/** True where the world has this part. A name has no space and no comma. */
export function kept(part: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const name = part.replaceAll(/[\s,]+/g, "-");
  if (open.only && !open.only.has(name)) return false;
  if (!open.parts.has(name)) open.met?.(name);
  open.parts.add(name);
  return true;
}

/** The same of one of many that have no name: they are counted as they are drawn. */
export function keptNext(kind: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const number = (open.counts.get(kind) ?? 0) + 1;
  open.counts.set(kind, number);
  return kept(`${kind}-${number}`);
}

/** The members that are kept, each as a part: `troubles.staleMs`. Those that are not there are none. */
export function keptOf<T extends object, K extends keyof T & string>(
  of: string,
  all: T,
  names: readonly K[],
): Omit<T, K> & Partial<Pick<T, K>> {
  if (!isAsked()) return all;
  const gone = new Set<string>(names.filter((name) => all[name] !== undefined && !kept(`${of}.${name}`)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name))) as T;
}

/** Those that are kept, counted from 0: `fault-0`. */
export function keptAmong<T>(of: string, all: readonly T[]): readonly T[] {
  return isAsked() ? all.filter((_, at) => kept(`${of}-${at}`)) : all;
}

/** Says what the world is, where somebody wants to know. */
export function tell(heading: string, text: () => string): void {
  asking.getStore()?.told?.(heading, text());
}
