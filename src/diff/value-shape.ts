/** The shape of a resource's value where it is not plain: its secrets, and its lists with identity. */

import type { Resource } from "../model/desired.ts";
import { type Pointer, segments } from "../model/pointer.ts";

/** One place in a value. Places that are plain have none. */
export interface ValueShape {
  /** True: never compared here; only references are. */
  readonly secret: boolean;
  /** The leaves that identify an element of the list that stands here. */
  readonly leaves: readonly string[] | undefined;
  readonly inside: ReadonlyMap<string, ValueShape>;
}

/** The shape of a resource's value; undefined when it is plain everywhere. */
export function shapeOf({ secrets, lists }: Pick<Resource, "secrets" | "lists">): ValueShape | undefined {
  let root: Growing | undefined;
  for (const path of secrets) {
    root ??= grown();
    placeAt(root, path).secret = true;
  }
  for (const path in lists) {
    root ??= grown();
    placeAt(root, path).leaves = lists[path];
  }
  return root;
}

/** The shape of a member; in a list with identity `*` stands for any element. */
export function inside(shape: ValueShape | undefined, member: string): ValueShape | undefined {
  return shape?.inside.get(member) ?? shape?.inside.get("*");
}

interface Growing {
  secret: boolean;
  leaves: readonly string[] | undefined;
  readonly inside: Map<string, Growing>;
}

function grown(): Growing {
  return { secret: false, leaves: undefined, inside: new Map() };
}

function placeAt(root: Growing, path: Pointer): Growing {
  let here = root;
  for (const segment of segments(path)) {
    const next = here.inside.get(segment) ?? grown();
    here.inside.set(segment, next);
    here = next;
  }
  return here;
}
