/** The requests of a write that a review approves. A live value is in them only if it is also declared. Pure. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import { asList, definedMembers, type Json } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import { pointer } from "../../model/pointer.ts";
import { declaredLive } from "../../model/sameness/declared-live.ts";
import { ReferencedSecret } from "../../model/secret.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract/contract.ts";
import { elementRequestsOf } from "./elements/requests.ts";
import { kindOfWrite, type RequestContext, writeRequest } from "./requests.ts";

/**
 * Returns the requests of a write for a review. `declared`: the declared value, in the fields of its kind. For a
 * removal, this is the value declared in the base.
 */
export function reviewableRequests(on: RequestContext, write: Write, declared: Json): readonly WireRequest[] {
  const { file } = kindOfWrite(on.dialect, write);
  const { live } = write;
  const bound = live ? { ...write, live: boundLive(file, { write, live, declared }) } : write;
  const referring = {
    ...on,
    open: (reference: { readonly secret: string }) => new ReferencedSecret(reference),
  };
  return elementRequestsOf(referring, bound) ?? [writeRequest(referring, bound)];
}

interface LiveSide {
  readonly write: Write;
  readonly live: LiveResource;
  readonly declared: Json;
}

/** In a list of objects, all live elements count, since a write removes undeclared elements. */
function boundLive({ elements, fields }: KindFile, { write, live, declared }: LiveSide): LiveResource {
  const { id, value, raw } = live;
  const { lists, differences } = write;
  const gone = differences.map(({ path }) => path);
  const whole = elements && new Set([pointer([elements.field])]);
  const wire = elements && (fields[elements.field]?.wire ?? elements.field);
  const ids = asList(fieldOf(raw, wire)).map((each) =>
    definedMembers([[elements?.id ?? "", fieldOf(each, elements?.id)]]),
  );
  return {
    value: declaredLive(value, { declared, lists, gone, whole }),
    ...(id !== undefined && { id }),
    ...(wire !== undefined && { raw: { [wire]: ids } }),
  };
}
