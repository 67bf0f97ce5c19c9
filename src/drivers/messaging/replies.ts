/** What the records of a messaging service hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import type { PageStyle } from "../pages/pages.ts";
import { isSegment } from "../pages/path.ts";
import { linkHeader } from "../pages/styles.ts";
import type { MessagingDialect } from "./dialects/dialect.ts";

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
  const items = records.flatMap((record) => itemOf(dialect, collection, record) ?? []);
  return items.length === records.length ? items : undefined;
}

/** The id in the record of something that was created. */
export function idOf(created: Json | undefined): string | undefined {
  return z.object({ id }).safeParse(created).data?.id;
}

/** Only what can be declared is part of a value: when somebody last wrote, say, may be another time at every look. */
function itemOf({ fields }: MessagingDialect, collection: string, record: Json): Item | undefined {
  const own = idOf(record);
  if (!isObject(record) || own === undefined) return undefined;
  const { [fields.name]: name, [fields.email]: email } = record;
  if (collection !== "members")
    return typeof name === "string" ? { kind: "room", identity: name, id: own, value: { name } } : undefined;
  if (typeof email !== "string" || email === "") return undefined;
  return {
    kind: "member",
    identity: email.toLowerCase(),
    id: own,
    value: memberValue(record[fields.moderator]),
  };
}

function memberValue(moderator: Json | undefined): JsonObject {
  return moderator === undefined ? {} : { moderator };
}
