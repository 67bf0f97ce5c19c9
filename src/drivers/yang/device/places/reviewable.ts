/** The write of a part of a device that a review approves. A live value is in it only if it is also declared. Pure. */

import { isArray, type Json } from "../../../../model/json.ts";
import { declaredLive } from "../../../../model/sameness/declared-live.ts";
import type { Write } from "../../../contract/contract.ts";
import { interfaceOnWire } from "../items.ts";

/**
 * Returns the write for a review. `declared`: the declared value, in the fields of its kind. For a removal, this is the
 * value declared in the base. For a list that is one resource, all elements count.
 */
export function reviewableWrite(write: Write, declared: Json): Write {
  const { live, lists, differences, kind } = write;
  if (!live) return write;
  const { id, value, raw } = live;
  const side = { lists, ...(isArray(declared) && { whole: new Set([""]) }) };
  const onWire = kind === "deviceInterface" ? interfaceOnWire(declared) : declared;
  const gone = differences.map(({ path }) => path);
  return {
    ...write,
    live: {
      ...(id !== undefined && { id }),
      value: declaredLive(value, { ...side, declared, gone }),
      ...(raw !== undefined && { raw: declaredLive(raw, { ...side, declared: onWire, gone }) }),
    },
  };
}
