/**
 * A device session that hides secrets: its reads return digests, and the secrets are restored when a write is sent. It
 * sends no requests of its own.
 */

import { type KeptResults, Stage } from "../../../../kept/kept.ts";
import type { ResourceQuery } from "../../../../model/collection.ts";
import { isArray, isObject, type Json } from "../../../../model/json.ts";
import type { HeldSecrets } from "../../../../model/live/snapshot.ts";
import { at, type Pointer, pointer } from "../../../../model/pointer.ts";
import { Secret, type ShownSecrets } from "../../../../model/secret.ts";
import type { Item, ReadRequest, Session } from "../../../contract/contract.ts";
import type { LiveSecrets } from "../../../contract/live-secrets.ts";
import { closedValue } from "../../../hiding/hidden-writes.ts";
import { hidingSession, type WholeReply } from "../../../hiding/hiding-session.ts";
import { replaceSecrets, type SecretLeaf } from "../../../hiding/secret-leaves.ts";
import { isLikeStandIn, type OpenStandIn, withStandIns } from "../../../hiding/stand-ins.ts";
import { dataPath, entryKeyIn, members } from "../kinds/data-path.ts";
import { type DeviceModel, rootOf } from "../model.ts";
import { type SecretPlace, secretKeyOnPath, secretPlaceAt } from "./secret-places.ts";

/** How a session hides secrets. */
export interface SecretSessionOptions {
  readonly target: string;
  readonly device: DeviceModel;
  readonly live: LiveSecrets;
  /** Compares the secret of a reference with the live secret. Undefined: this comparison is not permitted. */
  readonly shown: ShownSecrets | undefined;
  readonly open: OpenStandIn;
  /** Remembers which replies contain nothing to hide. Absent: every reply is searched. */
  readonly kept?: KeptResults | undefined;
}

/** Wraps a session so that its replies contain no secrets. */
export function secretSession(below: Session, on: SecretSessionOptions): Session {
  return hidingSession(below, {
    live: on.live,
    open: on.open,
    closed: (tree) => withStandIns(tree),
    closedWrite: (write) => {
      const { desired, live } = write;
      return {
        ...write,
        ...(desired !== undefined && { desired: withStandIns(desired) }),
        ...(live && { live: { ...live, value: withStandIns(live.value) } }),
      };
    },
    hidden: (reply, request) => hiddenUnlessPlain(reply, request, on),
  });
}

/** The replies in which nothing had to be hidden. */
const plainReplies = new Stage<true>();

/** Hides the secrets of a reply. A reply that contained none is not searched again while its items stay the same. */
function hiddenUnlessPlain(reply: WholeReply, request: ReadRequest, on: SecretSessionOptions): WholeReply {
  const { kept, target, device, shown } = on;
  if (!kept || reply.around || shown?.isProposed) return hiddenIn(reply, request, on);
  const { collection, scope, wanted } = request;
  const key = {
    place: [target, collection, ...Object.values(scope)].join("\0"),
    from: [device, wanted, ...reply.items],
  };
  if (plainReplies.find(kept, key)) return reply;
  const hidden = hiddenIn(reply, request, on);
  if (hidden.items.every((item, at) => item === reply.items[at])) plainReplies.keep(kept, key, true);
  return hidden;
}

function hiddenIn(reply: WholeReply, { wanted }: ReadRequest, on: SecretSessionOptions): WholeReply {
  const queries = new Map(wanted.map((query) => [`${query.kind} ${query.identity}`, query]));
  const queryOf = ({ kind, identity }: Item) => queries.get(`${kind} ${identity}`);
  const hidden = (item: Item) => {
    const place = placeOf(on.device, item);
    return place ? hiddenItem(item, { ...on, place, query: queryOf(item) }) : item;
  };
  // Items with guessed keys are left out. Otherwise, the existence of an item would show that the guess is right.
  const isGuess = (item: Item) =>
    on.shown?.isProposed === true && queryOf(item)?.applied === undefined && hasSecretKey(on.device, item);
  const items = reply.items.filter((item) => !isGuess(item)).map(hidden);
  const around = reply.around?.map((each) => ({ ...each, node: hidden(each.node) }));
  return { ...reply, items, ...(around && { around }) };
}

/** Returns the place of an item. Undefined: the item has no secrets, because it is not in the tree or is a hostname. */
function placeOf(device: DeviceModel, { kind, identity }: Item): SecretPlace | undefined {
  if (kind === "deviceInterface") return secretPlaceAt(device, [rootOf(device), ...device.interfaces]);
  return kind === "deviceConfiguration" ? secretPlaceAt(device, members(dataPath(identity))) : undefined;
}

interface HidingItem extends SecretSessionOptions {
  readonly place: SecretPlace;
  readonly query: ResourceQuery | undefined;
}

function hiddenItem(item: Item, on: HidingItem): Item {
  const { live, place, query, target, shown } = on;
  const lists = query?.lists;
  const { value: seen, raw } = item;
  const declaredKeys = declaredKeysOf(shown?.isProposed ? query?.applied : query?.declared);
  let unkeyed = 0;
  let isForged = false;
  const put = ({ value, isKey, keyed, path, place: own }: SecretLeaf<SecretPlace>): Json => {
    if (!own.isSecret) isForged = true;
    if (!own.isSecret || (isKey && path.length === 1 && isOwnKey(item, path))) return value;
    if (isKey && declaredKeys(own, place).has(value)) return value;
    return live.hide([target, item.identity, ...keyed], value, isKey ? ++unkeyed : undefined);
  };
  const closedTree = (tree: Json) =>
    replaceSecrets(tree, place, {
      lists,
      isOther: isLikeStandIn,
      put: ({ value: own, isKey, place: inside }) =>
        isKey && declaredKeys(inside, place).has(own) ? own : closedValue(own, live),
    });
  const value = replaceSecrets(seen, place, { lists, isOther: isLikeStandIn, put });
  const isSame = raw === undefined || raw === seen || closedTree(raw) === raw;
  const isPlain = value === seen && !isForged && isSame;
  const hidden = isPlain ? item : { ...item, value, raw: closedTree(raw ?? seen) };
  if (query?.declared?.some(holdsStandIn) !== true) return hidden;
  return {
    ...hidden,
    showsSecrets: true,
    ...(shown && { holds: heldBy(seen, shown) }),
  };
}

function heldBy(seen: Json, shown: ShownSecrets): HeldSecrets {
  const holds: HeldSecrets = (path, reference) => {
    const own = at(seen, path);
    // A different text proves nothing: it may be a hash of the secret.
    return typeof own === "string" && shown.isSame(reference, new Secret(own)) ? true : undefined;
  };
  const among = (values: ReadonlySet<string>) =>
    texts(seen).flatMap(([path, text]) => (values.has(text) ? [[path, new Secret(text)] as const] : []));
  return Object.assign(holds, { shown: among, isOneWay: true as const });
}

/** Returns all texts in a tree, by their places. */
function texts(tree: Json, path: readonly string[] = []): readonly (readonly [Pointer, string])[] {
  if (typeof tree === "string") return [[pointer(path), tree]];
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([name, each]) => texts(each, [...path, name]));
}

/** True if a key on the path of an item is a secret. */
function hasSecretKey(device: DeviceModel, { kind, identity }: Item): boolean {
  return kind === "deviceConfiguration" && secretKeyOnPath(device, identity) !== undefined;
}

/** True for a key leaf of an entry that is declared by its path. Such a key is in Git, so it is not hidden. */
function isOwnKey({ identity }: Item, [leaf]: readonly string[]): boolean {
  return entryKeyIn(identity)?.some((each) => each.leaf === leaf) === true;
}

function holdsStandIn(value: Json): boolean {
  return withStandIns(value) !== value;
}

/** Returns the key texts declared at each place. They are not hidden, because everyone who can read Git knows them. */
function declaredKeysOf(
  declared: readonly Json[] = [],
): (at: SecretPlace, from: SecretPlace) => ReadonlySet<Json> {
  const known = new Map<SecretPlace, ReadonlySet<Json>>();
  return (place, from) => {
    let texts = known.get(place);
    if (texts === undefined) {
      const names = place.names.slice(from.names.length);
      texts = new Set(declared.flatMap((value) => valuesAt(value, names)));
      known.set(place, texts);
    }
    return texts;
  };
}

function valuesAt(value: Json, [name, ...rest]: readonly string[]): readonly Json[] {
  if (isArray(value))
    return value.flatMap((each) => valuesAt(each, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return own === undefined ? [] : valuesAt(own, rest);
}
