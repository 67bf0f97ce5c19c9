/**
 * The parts of what is drawn for a seed. The drawing code asks for each part whether to keep it. Every part is kept,
 * except while a failing seed is reduced to the fewest parts with which it still fails.
 */

import { AsyncLocalStorage } from "node:async_hooks";

/** How to run a seed. */
export interface Asking {
  /** The parts that are kept. If undefined, all parts are kept. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Called once for each part, as soon as it is drawn. */
  readonly met?: (part: string) => void;
  /** Called with descriptions of what was drawn, each with a heading. If undefined, no descriptions are needed. */
  readonly told?: ((heading: string, text: string) => void) | undefined;
}

interface Open extends Asking {
  readonly parts: Set<string>;
  readonly counts: Map<string, number>;
}

const asking = new AsyncLocalStorage<Open>();

/** Calls `ask` to run a seed, with the parts and callbacks in `how`. */
export function asked<T>(how: Asking, ask: () => Promise<T>): Promise<T> {
  return asking.run({ ...how, parts: new Set(), counts: new Map() }, ask);
}

/** True while a seed is run by `asked`. Otherwise nothing is reduced. */
export function isAsked(): boolean {
  return asking.getStore() !== undefined;
}

/** True if this part is kept. Spaces and commas in its name become dashes. */
export function kept(part: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const name = part.replaceAll(/[\s,]+/g, "-");
  if (open.only && !open.only.has(name)) return false;
  if (!open.parts.has(name)) open.met?.(name);
  open.parts.add(name);
  return true;
}

/** True if the next part of this kind is kept. Parts of a kind are numbered as they are drawn. */
export function keptNext(kind: string): boolean {
  const open = asking.getStore();
  if (!open) return true;
  const number = (open.counts.get(kind) ?? 0) + 1;
  open.counts.set(kind, number);
  return kept(`${kind}-${number}`);
}

/**
 * Returns the object with only its kept members. Each set member in `names` is a part, for example `trouble.staleMs`.
 */
export function keptOf<T extends object, K extends keyof T & string>(
  of: string,
  all: T,
  names: readonly K[],
): Omit<T, K> & Partial<Pick<T, K>> {
  if (!isAsked()) return all;
  const gone = new Set<string>(names.filter((name) => all[name] !== undefined && !kept(`${of}.${name}`)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name))) as T;
}

/**
 * Returns the kept elements of a list. The name of each part has the position of the element from 0, for example
 * `fault-0`.
 */
export function keptAmong<T>(of: string, all: readonly T[]): readonly T[] {
  return isAsked() ? all.filter((_, at) => kept(`${of}-${at}`)) : all;
}

/** Passes on a description of what was drawn, if descriptions are needed. */
export function tell(heading: string, text: () => string): void {
  asking.getStore()?.told?.(heading, text());
}
