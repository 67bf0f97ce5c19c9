/**
 * A session of devices whose secrets nobody sees: what it reads has digests where they stand, what it writes is given
 * them back when the request leaves. It sends nothing of its own.
 */

import type { ResourceQuery } from "../../../../model/collection.ts";
import { isArray, isObject, type Json } from "../../../../model/json.ts";
import { isHidden } from "../../../../model/live/hidden.ts";
import { at } from "../../../../model/pointer.ts";
import { type Problem, problem } from "../../../../model/problem.ts";
import { Secret, type ShownSecrets } from "../../../../model/secret.ts";
import type { Item, ReadReply, ReadRequest, Session, Write } from "../../../contract/contract.ts";
import type { LiveSecrets } from "../../../contract/live-secrets.ts";
import { dataPath, entryKeyIn, members } from "../kinds/data-path.ts";
import { type DeviceModel, rootOf } from "../model.ts";
import { LiveRedaction } from "./live-redaction.ts";
import { replaceSecrets, type SecretLeaf } from "./secret-leaves.ts";
import { type SecretPlace, secretPlaceAt } from "./secret-places.ts";
import { isLikeStandIn, type OpenStandIn, shownRequest, standInFor, withStandIns } from "./stand-ins.ts";

/** What a session hides its secrets by. */
export interface SecretSessionOptions {
  readonly target: string;
  readonly device: DeviceModel;
  readonly live: LiveSecrets;
  /** Says whether a reference opens to what is live; absent: nobody may say it. */
  readonly shown: ShownSecrets | undefined;
  readonly open: OpenStandIn;
}

/** The session, with secrets hidden in what it says. */
export function secretSession(below: Session, on: SecretSessionOptions): Session {
  const { batching, guards, previews, reviewable } = below;
  const without = new LiveRedaction(on.live);
  return {
    ...below,
    read: async (request, signal) => {
      const reply = await below.read({ ...request, wanted: request.wanted.map(closed) }, signal);
      return without.read(reply.state === "whole" ? hiddenIn(reply, request, on) : reply);
    },
    write: async (write, signal) => {
      const made = restored(write, on.live);
      return made
        ? without.reply(await below.write(made, signal))
        : { meaning: "refused", problem: unread(write) };
    },
    preview: (write) => shownRequest(below.preview(restored(write, on.live) ?? write), on.open),
    ...(guards && { guards: (write: Write) => guards(restored(write, on.live) ?? write) }),
    ...(previews && {
      previews: (write: Write) =>
        previews(restored(write, on.live) ?? write)?.map((each) => shownRequest(each, on.open)),
    }),
    ...(reviewable && {
      reviewable: (write: Write, declared: Json) => reviewable(unnamed(write), withStandIns(declared)),
    }),
    ...(batching && {
      batching: {
        ...batching,
        send: async (writes, signal) => {
          const made = writes.map((each) => restored(each, on.live));
          const faults = writes.map((each, index) => (made[index] ? undefined : unread(each)));
          if (faults.some((each) => each !== undefined)) return { meaning: "held", problems: faults };
          return without.batch(
            await batching.send(
              made.flatMap((each) => each ?? []),
              signal,
            ),
          );
        },
      },
    }),
  };
}

function closed(query: ResourceQuery): ResourceQuery {
  const { declared } = query;
  return declared === undefined ? query : { ...query, declared: declared.map((each) => withStandIns(each)) };
}

type WholeReply = Extract<ReadReply, { state: "whole" }>;

function hiddenIn(reply: WholeReply, { wanted }: ReadRequest, on: SecretSessionOptions): WholeReply {
  const queries = new Map(wanted.map((query) => [`${query.kind} ${query.identity}`, query]));
  const hidden = (item: Item) => {
    const place = placeOf(on.device, item);
    return place
      ? hiddenItem(item, { ...on, place, query: queries.get(`${item.kind} ${item.identity}`) })
      : item;
  };
  const around = reply.around?.map((each) => ({ ...each, node: hidden(each.node) }));
  return { ...reply, items: reply.items.map(hidden), ...(around && { around }) };
}

/** Where an item stands; undefined where it is none of the tree, or one name alone. */
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
  const declaredKeys = declaredKeysOf(query);
  let unkeyed = 0;
  let isForged = false;
  const put = ({ value, isKey, keyed, path, place: own }: SecretLeaf): Json => {
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
  const isPlain = value === seen && !isForged && (raw === undefined || raw === seen);
  const hidden = isPlain ? item : { ...item, value, raw: closedTree(raw ?? seen) };
  if (query?.declared?.some(holdsStandIn) !== true) return hidden;
  return {
    ...hidden,
    showsSecrets: true,
    ...(shown && {
      holds: (path, reference) => {
        const own = at(seen, path);
        // Another text may be a hash of it.
        return typeof own === "string" && shown.isSame(reference, new Secret(own)) ? true : undefined;
      },
    }),
  };
}

/** The key of an entry that is declared by its path stands in Git. */
function isOwnKey({ identity }: Item, [leaf]: readonly string[]): boolean {
  return entryKeyIn(identity)?.some((each) => each.leaf === leaf) === true;
}

function holdsStandIn(value: Json): boolean {
  return withStandIns(value) !== value;
}

/** By place the texts that are declared there: whoever reads Git knows of these entries. */
function declaredKeysOf(
  query: ResourceQuery | undefined,
): (at: SecretPlace, from: SecretPlace) => ReadonlySet<Json> {
  const known = new Map<SecretPlace, ReadonlySet<Json>>();
  return (place, from) => {
    let texts = known.get(place);
    if (texts === undefined) {
      const names = place.names.slice(from.names.length);
      texts = new Set((query?.declared ?? []).flatMap((value) => valuesAt(value, names)));
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

/** A live secret in a wire form. */
function closedValue(value: Json, live: LiveSecrets): Json {
  if (typeof value === "string") return standInFor(live.nameOf(value));
  return isArray(value) ? value.map((each) => closedValue(each, live)) : value;
}

/** The write with stand-ins for all that is secret in it; undefined: what this run did not read cannot be sent. */
function restored(write: Write, live: LiveSecrets): Write | undefined {
  const { desired, live: was } = write;
  const [wanted, seen] = [desired, was?.value].map((value) => value && opened(withStandIns(value), live));
  if ((desired !== undefined && wanted === undefined) || (was !== undefined && seen === undefined))
    return undefined;
  return {
    ...write,
    ...(wanted !== undefined && { desired: wanted }),
    ...(was && { live: { ...was, value: seen ?? was.value } }),
  };
}

/** The write as a review binds it: live secrets are all alike in it, since their names are of one run. */
function unnamed(write: Write): Write {
  const { desired, live } = write;
  return {
    ...write,
    ...(desired !== undefined && { desired: alikeSecrets(withStandIns(desired)) }),
    ...(live && {
      live: {
        ...live,
        value: alikeSecrets(live.value),
        ...(live.raw !== undefined && { raw: alikeSecrets(live.raw) }),
      },
    }),
  };
}

function alikeSecrets(tree: Json): Json {
  if (typeof tree === "string") return isLiveStandIn(tree) ? standInFor("live") : tree;
  if (isHidden(tree)) return standInFor("live");
  if (isArray(tree)) return tree.map(alikeSecrets);
  if (!isObject(tree)) return tree;
  return Object.fromEntries(Object.entries(tree).map(([name, each]) => [name, alikeSecrets(each)]));
}

function isLiveStandIn(text: string): boolean {
  return isLikeStandIn(text) && text.startsWith(standInFor("live:").slice(0, -1));
}

/** A tree with stand-ins for what is hidden in it; undefined where some of that was not read by this run. */
function opened(tree: Json, live: LiveSecrets): Json | undefined {
  if (typeof tree !== "object" || tree === null) return tree;
  if (isHidden(tree)) {
    const value = live.valueOf(tree);
    return value === undefined ? undefined : closedValue(value, live);
  }
  const entries = Object.entries(tree).map(([name, each]) => [name, opened(each, live)] as const);
  const made: [string, Json][] = [];
  for (const [name, each] of entries) {
    if (each === undefined) return undefined;
    made.push([name, each]);
  }
  return isArray(tree) ? made.map(([, each]) => each) : Object.fromEntries(made);
}

function unread({ address }: Write): Problem {
  const message = `${address} was not sent: it would write a live secret that this run has not read.`;
  const hint = "Plan and apply again; or declare it as { secret: env:NAME }.";
  return problem("hidden-value", message, { address, hint });
}
