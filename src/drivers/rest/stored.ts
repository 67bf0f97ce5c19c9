/** What the answer to a write shows of the object as it is stored, where the catalog says that it does. Pure. */

import { enclosedIn } from "../../catalog/fields/field-of.ts";
import type { Json } from "../../model/json.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { LiveResource } from "../../model/snapshot.ts";
import type { Write } from "../contract.ts";
import type { RestDialect } from "./catalog.ts";
import { itemsOf } from "./items.ts";

/** The object in an answer; undefined where nothing is known of it, or the answer is about something else. */
export function storedIn(
  { dialect, shown }: { readonly dialect: RestDialect; readonly shown?: ShownSecrets | undefined },
  { kind, operation, identity, scope, parentId, live }: Write,
  body: Json | undefined,
): LiveResource | undefined {
  const of = dialect.byName.get(kind);
  if (!of || body === undefined || !dialect.stored?.[kind]?.includes(operation)) return undefined;
  const { at, optional } = of.writes[operation]?.answer ?? {};
  const found = enclosedIn(body, at, optional);
  const { wrap } = of.item ?? of.list ?? {};
  const read = wrap === undefined ? {} : { wrap };
  const wanted = [{ kind, identity, scope }];
  const items = found === undefined ? [] : itemsOf(of, { read, parentId, wanted, shown }, [found]);
  const own = items?.find((item) => item.identity === identity);
  if (own === undefined || (live?.id !== undefined && own.id !== undefined && own.id !== live.id))
    return undefined;
  const { kind: _, identity: __, ...resource } = own;
  return resource;
}
