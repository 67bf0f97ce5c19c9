/** What the records of a messaging service hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { recordIn } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import { isSegment } from "../pages/path.ts";
import type { MessagingCollection, MessagingDialect } from "./dialects/dialect.ts";

const id = z.union([z.string(), z.int()]).transform(String).refine(isSegment);

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(
  dialect: MessagingDialect,
  collection: string,
  records: readonly Json[],
): readonly Item[] | undefined {
  const found = records.flatMap((record) => itemOf(dialect, collection, record) ?? []);
  return found.length === records.length ? found : undefined;
}

/** The id in the record of a room that was created. */
export function idOf(dialect: MessagingDialect, created: Json | undefined): string | undefined {
  const record = recordIn(dialect, created);
  return record !== undefined && isObject(record) ? idIn(record[dialect.roomFields.id]) : undefined;
}

/** Only what can be declared is part of a value: when somebody last wrote, say, may be another time at every look. */
function itemOf(dialect: MessagingDialect, collection: string, record: Json): Item | undefined {
  return isObject(record) ? ofKind(items, collection)(dialect, record) : undefined;
}

function idIn(value: Json | undefined): string | undefined {
  return id.safeParse(value).data;
}

type MakeItem = (dialect: MessagingDialect, record: JsonObject) => Item | undefined;

const items: Readonly<Record<MessagingCollection, MakeItem>> = {
  rooms: ({ roomFields }, record) => {
    const { [roomFields.id]: own, [roomFields.name]: name } = record;
    const id = idIn(own);
    if (typeof name !== "string" || id === undefined) return undefined;
    return { kind: "room", identity: name, id, value: { name } };
  },
  members: ({ memberFields }, record) => {
    const { [memberFields.id]: own, [memberFields.email]: email } = record;
    const id = idIn(own);
    if (typeof email !== "string" || email === "" || id === undefined) return undefined;
    const value = memberValue(record[memberFields.moderator]);
    return { kind: "member", identity: email.toLowerCase(), id, value };
  },
};

function memberValue(moderator: Json | undefined): JsonObject {
  return moderator === undefined ? {} : { moderator };
}
