/**
 * A device session with the kinds of a mapping. It reads and writes each entry through the inner session, as a part of
 * the configuration. It sends no requests of its own.
 */

import type { ResourceQuery } from "../../../../model/collection.ts";
import { isObject, type Json } from "../../../../model/json.ts";
import { hasUnkeyedList, withIdentities } from "../../../../model/list-identity.ts";
import { at, pointer } from "../../../../model/pointer.ts";
import { problem } from "../../../../model/problem.ts";
import { declaredLive } from "../../../../model/sameness/declared-live.ts";
import type { Item, ReadReply, ReadRequest, Session, Write } from "../../../contract/contract.ts";
import { withStandIns } from "../../../hiding/stand-ins.ts";
import { withoutDisplaced } from "../choices/displaced.ts";
import { withEmptyLists } from "../empty-lists.ts";
import { members } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { orderedIn } from "../model-values.ts";
import type { DeviceMapping, MappedEntry, MappedKind } from "./mapping.ts";
import { merged, takesAway } from "./merge.ts";
import { withRest } from "./rest-of-device.ts";
import type { MappedEdit } from "./tree-fields.ts";

const configuration = "deviceConfiguration";

interface MappedSessionOptions {
  readonly mapping: DeviceMapping;
  readonly device: DeviceModel;
}

/** Returns the session, with the kinds of a mapping added. */
export function mappedSession(below: Session, { mapping, device }: MappedSessionOptions): Session {
  const inner = (write: Write) => innerWrite(mapping, device, write);
  const { batching, guards, previews, reviewable } = below;
  return {
    ...below,
    read: (request, signal) => read(below, mapping, { request, signal }),
    write: (write, signal) => below.write(inner(write), signal),
    preview: (write) => below.preview(inner(write)),
    ...(guards && { guards: (write: Write) => guards(inner(write)) }),
    ...(previews && { previews: (write: Write) => previews(inner(write)) }),
    ...(reviewable && {
      reviewable: (write: Write, declared: Json) => {
        const own = placed(mapping, write);
        if (own === undefined) return reviewable(write, declared);
        const edit = own.mapped.toTree(declared, own.entry);
        const part = innerWrite(mapping, device, {
          ...write,
          ...declaredOf(write, { edit, mapped: own.mapped }),
        });
        return reviewable(part, part.desired ?? edit.tree);
      },
    }),
    ...(batching && {
      batching: {
        ...batching,
        send: async (writes, signal) => {
          const parts = writes.map(inner);
          // Removals can be in a batch if the session guards them.
          const named = guards ? [] : parts.flatMap((part, at) => (isMerged(device, part) ? [] : [at]));
          return named.length === 0
            ? batching.send(parts, signal)
            : { meaning: "refused", problem: apart, named };
        },
      },
    }),
  };
}

/** False for a write that removes something or must be complete. Such a write is sent on its own. */
function isMerged(device: DeviceModel, write: Write): boolean {
  const { desired = null, lists, ownership, operation } = write;
  if (operation === "create") return true;
  if (ownership === "exclusive" || hasUnkeyedList({ value: desired, lists })) return false;
  return orderedIn(device, write, desired).size === 0;
}

const apart = problem(
  "transaction-refused",
  "one of the changes in this transaction removes something, so trueup sends each change separately.",
);

function placed(
  mapping: DeviceMapping,
  { kind, identity, scope }: Pick<Write, "kind" | "identity" | "scope">,
) {
  const mapped = mapping.kinds.get(kind);
  if (mapped === undefined) return undefined;
  const entry = mapped.entryOf(keyOf({ identity, scope }));
  if (entry === undefined) throw new Error(`the mapping has no place for ${kind} ${identity}`);
  return { mapped, entry };
}

function keyOf({ identity, scope }: Pick<Write, "identity" | "scope">): string {
  return identity.slice(`${scope.host ?? ""} `.length);
}

interface MappedRead {
  readonly request: ReadRequest;
  readonly signal: AbortSignal;
}

async function read(
  below: Session,
  mapping: DeviceMapping,
  { request, signal }: MappedRead,
): Promise<ReadReply> {
  if (request.wanted.length === 0) return discovered(below, mapping, { request, signal });
  const queries = request.wanted.map((query) => {
    const own = placed(mapping, query);
    return own === undefined ? { query, inner: query } : { query, inner: innerQuery(own, query) };
  });
  const reply = await below.read({ ...request, wanted: queries.map(({ inner }) => inner) }, signal);
  if (reply.state !== "whole") return reply;
  // The inner session reports its own kinds separately from the kinds of the mapping.
  const items = reply.items.filter(({ kind }) => !mapping.kinds.has(kind) && kind !== configuration);
  const parts = Map.groupBy(
    reply.items.filter(({ kind }) => kind === configuration),
    ({ identity }) => identity,
  );
  // One part may be requested both as itself and through a section: it is returned once per query.
  const asked = queries.flatMap(({ query, inner }): Item[] => {
    const found = inner.kind === configuration ? (parts.get(inner.identity) ?? []) : [];
    const item = found.length > 1 ? found.shift() : found[0];
    return item === undefined ? [] : [outerItem(mapping, { query, asks: request.undeclarable }, item)];
  });
  const around = queries.flatMap(({ query: { kind, identity }, inner }) =>
    (reply.around ?? []).flatMap(({ of, ...more }) =>
      of.kind === inner.kind && of.identity === inner.identity ? [{ of: { kind, identity }, ...more }] : [],
    ),
  );
  return { ...reply, items: [...items, ...asked], ...(around.length > 0 && { around }) };
}

interface PlacedEntry {
  readonly mapped: MappedKind;
  readonly entry: MappedEntry;
}

function innerQuery({ mapped, entry }: PlacedEntry, query: ResourceQuery): ResourceQuery {
  const { scope, declared = [], applied, exclusive, isDropped } = query;
  const inTree = (value: Json) => withStandIns(mapped.toTree(value, entry).tree);
  return {
    kind: configuration,
    identity: `${scope.host ?? ""} ${entry.identity}`,
    scope,
    declared: declared.map(inTree),
    applied: applied?.map(inTree),
    shape: mapped.shape,
    lists: mapped.lists.keys,
    exclusive,
    isDropped,
  };
}

/**
 * Returns an item that was requested as a configuration part, converted to its mapped kind. Other items stay unchanged.
 */
function outerItem(
  mapping: DeviceMapping,
  { query, asks }: { readonly query: ResourceQuery; readonly asks: true | undefined },
  item: Item,
): Item {
  const mapped = mapping.kinds.get(query.kind);
  if (mapped === undefined) return item;
  // The item's secrets are left out, because they are given by places in the tree, which do not match the fields.
  const { value, raw = value, holds: _, showsSecrets: __, ...found } = item;
  const read = isObject(value) ? mapped.fromTree(value, keyOf(query)) : value;
  const shown = query.isDropped ? read : withEmptyLists(read, query.declared ?? [], query.lists);
  const undeclarable = asks && isObject(value) ? mapped.undeclared(value, keyOf(query)) : undefined;
  const named = { kind: query.kind, identity: query.identity };
  return { ...found, ...named, value: shown, raw, ...(undeclarable && { undeclarable }) };
}

/** Returns all entries in the top-level containers that belong to kinds of the mapping. */
async function discovered(
  below: Session,
  mapping: DeviceMapping,
  { request, signal }: MappedRead,
): Promise<ReadReply> {
  const host = request.scope.host ?? "";
  const own = await below.read(request, signal);
  if (own.state !== "whole") return own;
  const paths = new Set([...mapping.kinds.values()].flatMap(({ paths: all }) => all));
  const tops = new Map([...paths].map((path) => [`/${path.split("/")[1]}`, shapeAt(mapping, path)] as const));
  const wanted = [...tops].map(([top, shape]) => ({
    kind: configuration,
    identity: `${host} ${top}`,
    scope: request.scope,
    declared: [shape],
    // An absent node must not be shown as an empty list.
    isDropped: true as const,
    ifAnnounced: true as const,
  }));
  const reply = await below.read({ ...request, wanted }, signal);
  if (reply.state !== "whole") return reply;
  const trees = reply.items.filter(({ kind }) => kind === configuration);
  const whole = Object.fromEntries(
    trees.map(({ identity, value }) => [members(identity.slice(host.length + 1))[0] ?? "", value]),
  );
  const items = [...mapping.kinds.values()].flatMap((mapped) => itemsOf(mapped, whole, { host, ...request }));
  const others = own.items.filter(({ kind }) => !mapping.kinds.has(kind));
  return {
    ...reply,
    items: request.undeclarable ? withRest(mapping, whole, [...others, ...items]) : [...others, ...items],
  };
}

/** Returns the places of lists in the tree of a top-level container. */
function shapeAt(mapping: DeviceMapping, path: string): Json {
  const top = `/${path.split("/")[1]}`;
  let shape: Json = {};
  for (const { paths, shape: own, file } of mapping.kinds.values())
    for (const each of paths) {
      const steps = members(each);
      if (`/${steps[0]}` !== top) continue;
      shape = withShape(shape, steps.slice(1), file.single ? own : [own]);
    }
  return shape;
}

function withShape(shape: Json, [first, ...rest]: readonly string[], own: Json): Json {
  if (first === undefined) return isObject(own) && isObject(shape) ? { ...shape, ...own } : own;
  const around = isObject(shape) ? shape : {};
  return { ...around, [first]: withShape(around[first] ?? {}, rest, own) };
}

interface DeviceRead extends Pick<ReadRequest, "undeclarable"> {
  readonly host: string;
}

function itemsOf(mapped: MappedKind, whole: Json, { host, undeclarable }: DeviceRead): readonly Item[] {
  return mapped.paths.flatMap((path) => {
    const live = at(whole, pointer(members(path)));
    if (live === undefined) return [];
    return mapped.entriesIn(path, live).map(({ key, tree }) => ({
      kind: mapped.kind.name,
      identity: `${host} ${key}`,
      value: mapped.fromTree(tree, key),
      raw: tree,
      ...(undeclarable && { undeclarable: mapped.undeclared(tree, key) }),
    }));
  });
}

/** Returns the live tree of a write, reduced to the parts that the declaration sets or removes. */
function declaredOf(
  { live }: Write,
  { edit, mapped }: { readonly edit: MappedEdit; readonly mapped: MappedKind },
): Pick<Write, "live"> {
  if (live?.raw === undefined) return {};
  const { keys, whole } = mapped.lists;
  const tree = { value: edit.tree, lists: keys };
  const gone = edit.absent.map((path) => withIdentities(tree, pointer(path)));
  return {
    live: { ...live, raw: declaredLive(live.raw, { declared: edit.tree, lists: keys, gone, whole }) },
  };
}

/**
 * Returns the write of the configuration part. If it removes something, it replaces the tree that has just been read.
 */
function innerWrite(mapping: DeviceMapping, device: DeviceModel, write: Write): Write {
  const own = placed(mapping, write);
  if (own === undefined) return write;
  const { mapped, entry } = own;
  const { live, desired } = write;
  const raw = live?.raw;
  const part = {
    ...write,
    kind: configuration,
    identity: `${write.scope.host ?? ""} ${entry.identity}`,
    lists: mapped.lists.keys,
    differences: [],
    secrets: [],
    ...(live && { live: { ...live, value: raw ?? live.value } }),
  };
  if (desired === undefined) return part;
  const edit = mapped.toTree(desired, entry);
  const declared = { ...edit, tree: withStandIns(edit.tree) };
  if (write.ownership === "exclusive" || write.operation === "create")
    return { ...part, desired: declared.tree };
  // The device removes nodes of another choice case on its own.
  const stays = raw && withoutDisplaced(device, part, { live: raw, declared: declared.tree });
  const wanted = merged(stays, declared, mapped.lists);
  return takesAway(stays, wanted, mapped.lists)
    ? { ...part, desired: wanted, ownership: "exclusive" }
    : { ...part, desired: declared.tree };
}
