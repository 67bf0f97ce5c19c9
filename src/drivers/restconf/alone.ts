/** Reads one resource of a device by its own path (RFC 8040, 4.3): what a write that replaces it is made of. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Item, ReadRequest } from "../contract.ts";
import { containerIn, deviceItems } from "../device/items.ts";
import { wrapped } from "../device/overlay.ts";
import { answerOf } from "../replies.ts";
import { isStrong, type ReadContext } from "./read-containers.ts";
import { placeOf, qualified, type RestconfPlace, readRequest } from "./requests.ts";

/** The item, with the ETag of the resource itself where the device gave one that a write can name. */
export async function readAlone(
  on: ReadContext,
  wanted: ReadRequest["wanted"][number],
  signal: AbortSignal,
): Promise<Item | undefined> {
  const { exchange, ground, wire, host } = on;
  const place = placeOf(ground.dialect, wanted);
  const request = readRequest(ground, host, place.url);
  const answer = answerOf(exchange, request, await wire.send(request, signal));
  if (answer.state !== "answered" || !isObject(answer.body)) return undefined;
  const value = standingAt(place, answer.body[qualified(place.path)]);
  if (value === undefined) return undefined;
  const [container = ""] = place.path;
  const tree = containerIn(ground.dialect, wrapped(place.path, value), container);
  const items = tree && deviceItems(ground.dialect, tree, { host, wanted: [wanted] });
  const item = items?.find(({ kind, identity }) => kind === wanted.kind && identity === wanted.identity);
  const version = answer.headers.etag;
  return item && (isStrong(version) ? { ...item, version } : item);
}

/** An element of a list comes as a list of one, from some devices by itself. */
function standingAt({ element }: RestconfPlace, found: Json | undefined): Json | undefined {
  if (element === undefined || found === undefined) return found;
  const [one = null, ...others] = isArray(found) ? found : [found];
  return others.length === 0 && isObject(one) && one.name === element ? [one] : undefined;
}
