/** What the records of a messaging service hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isObject, type Json } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { isSegment } from "../pages/path.ts";
import { member } from "./kinds/member.ts";
import { room } from "./kinds/room.ts";

const id = z.union([z.string(), z.int()]).transform(String).refine(isSegment);
const roomRecord = z.looseObject({ id, name: z.string() });
const memberRecord = z.looseObject({ id, email: z.string().min(1) });

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(collection: string, records: readonly Json[]): readonly Item[] | undefined {
  const items = records.flatMap((record) => itemOf(collection, record) ?? []);
  return items.length === records.length ? items : undefined;
}

/** The id in the record of something that was created. */
export function idOf(created: Json | undefined): string | undefined {
  return z.object({ id }).safeParse(created).data?.id;
}

function itemOf(collection: string, record: Json): Item | undefined {
  if (!isObject(record)) return undefined;
  if (collection === "members") {
    const known = memberRecord.safeParse(record).data;
    if (known === undefined) return undefined;
    const { id: _, email: __, ...value } = record;
    return { kind: member.name, identity: known.email.toLowerCase(), id: known.id, value };
  }
  const known = roomRecord.safeParse(record).data;
  if (known === undefined) return undefined;
  const { id: _, ...value } = record;
  return { kind: room.name, identity: known.name, id: known.id, value };
}
