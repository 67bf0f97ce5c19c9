/** Reads one resource of a device by its own path (RFC 8040, 4.3): what a write that replaces it is made of. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Item, ReadRequest } from "../../contract/contract.ts";
import { answerOf, unexpectedShape } from "../../http/replies/replies.ts";
import { containerIn, deviceItems } from "../device/items.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { unknownPath } from "./fresh-devices.ts";
import { placeOf, qualified, type RestconfPlace, topOf } from "./places.ts";
import { isStrong, type ReadContext } from "./read-containers.ts";
import { readRequest } from "./requests.ts";

/** What a device says of one resource, by the path of that resource alone. */
export type AloneRead =
  /** With the ETag of the resource itself, where the device gave one that a write can name. */
  | { readonly state: "present"; readonly item: Item }
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly problem: Problem };

/** Reads it, once. A 404 is told as absent: whether it can be believed is for the caller to say. */
export async function readAlone(
  on: ReadContext,
  wanted: ReadRequest["wanted"][number],
  signal: AbortSignal,
): Promise<AloneRead> {
  const { exchange, ground, wire, host } = on;
  const place = placeOf(ground.dialect, wanted);
  const request = readRequest(ground, host, place);
  const reply = await wire.send(request, signal);
  const unknown = unknownPath(exchange, request, reply);
  if (unknown) return { state: "unknown", problem: unknown };
  const answer = answerOf(exchange, request, reply);
  if (answer.state !== "answered") return answer;
  const item = itemIn(on, { wanted, place, body: answer.body });
  const version = answer.headers.etag;
  if (item) return { state: "present", item: isStrong(version) ? { ...item, version } : item };
  return { state: "unknown", problem: unexpectedShape(exchange, request, `has no ${qualified(place.path)}`) };
}

interface AloneAnswer {
  readonly wanted: ReadRequest["wanted"][number];
  readonly place: RestconfPlace;
  readonly body: Json;
}

function itemIn({ ground, host }: ReadContext, { wanted, place, body }: AloneAnswer): Item | undefined {
  const value = isObject(body) ? standingAt(place, body[qualified(place.path)]) : undefined;
  if (value === undefined) return undefined;
  const { path } = place;
  const tree = containerIn(ground.dialect, placedTree(ground.dialect, [{ path, value }]), topOf(place));
  const items = tree && deviceItems(ground.dialect, tree, { host, wanted: [wanted] });
  return items?.find(({ kind, identity }) => kind === wanted.kind && identity === wanted.identity);
}

/** An element of a list comes as a list of one, from some devices by itself. */
function standingAt({ entry }: RestconfPlace, found: Json | undefined): Json | undefined {
  if (entry === undefined || found === undefined) return found;
  const [one = null, ...others] = isArray(found) ? found : [found];
  return others.length === 0 && isObject(one) ? [one] : undefined;
}
