/**
 * Determines which secrets a live resource may have. A secret field of its kind may be invalid for some resources.
 * Pure.
 */

import type { Kind } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { type Pointer, segments } from "../model/pointer.ts";
import { withValueAt } from "./labels.ts";

/** A live resource, in the form that is checked by its kind. */
interface CheckedResource {
  readonly key: string;
  readonly value: Json;
  readonly scope: Scope;
}

/** True if a reference to a secret at this place would be accepted. */
export function takesSecret(kind: Kind, of: CheckedResource, path: Pointer): boolean {
  const value = withValueAt(of.value, segments(path), { secret: "env:STAND_IN" });
  const faults = kind.check?.({ ...of, value }) ?? [];
  return !faults.some((fault) => fault.severity !== "warning" && fault.path === path);
}
