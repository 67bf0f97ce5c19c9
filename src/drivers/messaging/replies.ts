/** What the records of a messaging service hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { ofKind } from "../of-kind.ts";
import type { PageStyle } from "../pages/pages.ts";
import { isSegment } from "../pages/path.ts";
import { linkHeader } from "../pages/styles.ts";
import type { MessagingCollection, MessagingDialect } from "./dialects/dialect.ts";

const id = z.union([z.string(), z.int()]).transform(String).refine(isSegment);

/** How lists are paged: by the `Link` header alone, the records in the body or in a field of it. */
export function pagesOf({ itemsField }: MessagingDialect): PageStyle {
  if (itemsField === undefined) return linkHeader;
  return (answer) => {
    const { body } = answer;
    return linkHeader({ ...answer, body: isObject(body) ? (body[itemsField] ?? null) : null });
  };
}

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(
  dialect: MessagingDialect,
  collection: string,
  records: readonly Json[],
): readonly Item[] | undefined {
  const found = records.flatMap((record) => itemOf(dialect, collection, record) ?? []);
  return found.length === records.length ? found : undefined;
}

/** The id in the record of something that was created. */
export function idOf(created: Json | undefined): string | undefined {
  return z.object({ id }).safeParse(created).data?.id;
}

/** Only what can be declared is part of a value: when somebody last wrote, say, may be another time at every look. */
function itemOf(dialect: MessagingDialect, collection: string, record: Json): Item | undefined {
  const id = idOf(record);
  return isObject(record) && id !== undefined
    ? ofKind(items, collection)(dialect, { record, id })
    : undefined;
}

type MakeItem = (
  dialect: MessagingDialect,
  of: { readonly record: JsonObject; readonly id: string },
) => Item | undefined;

const items: Readonly<Record<MessagingCollection, MakeItem>> = {
  rooms: ({ fields }, { record, id }) => {
    const name = record[fields.name];
    return typeof name === "string" ? { kind: "room", identity: name, id, value: { name } } : undefined;
  },
  members: ({ fields }, { record, id }) => {
    const email = record[fields.email];
    if (typeof email !== "string" || email === "") return undefined;
    return {
      kind: "member",
      identity: email.toLowerCase(),
      id,
      value: memberValue(record[fields.moderator]),
    };
  },
};

function memberValue(moderator: Json | undefined): JsonObject {
  return moderator === undefined ? {} : { moderator };
}
