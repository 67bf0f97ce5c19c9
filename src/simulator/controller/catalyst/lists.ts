/** Lists of a simulated Catalyst Center: `offset` counts from 1, and `limit` has a maximum. */

import type { JsonObject } from "../../../model/json.ts";
import type { SimReply } from "../../wire/message.ts";
import type { Call } from "../../wire/route.ts";
import { catalystError, inResponse } from "./answers.ts";

/** The bounds of a list. */
export interface ListBounds {
  /** The default number of records in an answer. */
  readonly standard: number;
  /** The maximum number of records in an answer. */
  readonly largest: number;
}

const usual: ListBounds = { standard: 500, largest: 500 };

/** Returns the part of a list that was requested. */
export function listed(
  records: readonly JsonObject[],
  { query }: Call,
  { standard, largest }: ListBounds = usual,
): SimReply {
  const [offset, limit] = [query.get("offset") ?? "1", query.get("limit") ?? String(standard)];
  const isWhole = /^[1-9]\d{0,8}$/.test(offset) && /^[1-9]\d{0,8}$/.test(limit);
  if (!isWhole || Number(limit) > largest)
    return catalystError(400, `offset must be 1 or more, limit 1 to ${largest}`);
  const from = Number(offset) - 1;
  return inResponse(records.slice(from, from + Number(limit)));
}
