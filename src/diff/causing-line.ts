/**
 * Finds the source line that caused a field's change: the line of the changed variable, or of the field itself. Pure.
 */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import type { Pointer } from "../model/pointer.ts";
import type { SourcePosition } from "../model/source.ts";

/**
 * Returns the line that gave a field a value other than base's. If the field's own text is unchanged, this is the line
 * of the nearest variable that has changed. Undefined if unknown.
 */
export function causingLine(
  { desired, base }: { readonly desired: Desired; readonly base: Desired | undefined },
  address: Address,
  path: Pointer,
): SourcePosition | undefined {
  const origin = desired.locate(address, path);
  if (!origin) return undefined;
  const now = desired.written?.(address, path);
  const was = base?.written?.(address, path);
  const isSame = now !== undefined && was !== undefined && sameJson(now.value, was.value);
  const changed = isSame ? now.variables.find((each) => !was.variables.some(sameAs(each))) : undefined;
  const { file, line, column } = changed ?? origin;
  return { file, line, column };
}

function sameAs(one: { readonly name: string; readonly value: Parameters<typeof sameJson>[0] }) {
  return (other: typeof one) => other.name === one.name && sameJson(other.value, one.value);
}
