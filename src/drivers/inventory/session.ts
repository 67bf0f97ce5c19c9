/** A conversation with an interface that shows an inventory: reads all pages of it, each request once. */

import { isObject, type Json } from "../../model/json.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { Item, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { layoutOf } from "../described/lists.ts";
import { readPages } from "../pages/pages.ts";
import { isSegment } from "../pages/path.ts";
import { type ReplyContext, unexpectedShape } from "../replies.ts";
import { byName, identityOf } from "./device.ts";
import type { InventoryDialect } from "./dialect.ts";

/** What reading an inventory needs. */
interface Inventory {
  readonly exchange: ReplyContext;
  /** Carries the credential. */
  readonly wire: Wire;
  /** The target's. */
  readonly url: string;
  readonly dialect: InventoryDialect;
  /** The kind of its devices. */
  readonly kind: string;
}

/** A session that reads the collection `devices`; nothing in it can be written. */
export function inventorySession(of: Inventory): Session {
  return { read: (request, signal) => read(of, request, signal), write, preview: refuse };
}

async function read(of: Inventory, request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
  const { exchange, wire, url, dialect, kind } = of;
  const { basePath, devicesPath } = dialect;
  const headers = { accept: "application/json" };
  const first: WireRequest = { method: "GET", url: `${url}${basePath}${devicesPath}`, headers };
  const idOf = (record: Json) =>
    idIn(dialect, record) ?? identityOf(deviceOf(dialect, record)) ?? JSON.stringify(record);
  const complete = (records: readonly Json[]) => isComplete(request, itemsOf(of, request, records));
  const layout = layoutOf(dialect);
  const list = await readPages({ exchange, wire, first, layout, idOf, complete }, signal);
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const found = itemsOf(of, request, list.items);
  if (found.every((item) => item !== undefined)) return { state: "whole", items: found };
  const what = `has a record with neither \`${dialect.fields.serial}\` nor \`${dialect.fields.name}\` of a ${kind}`;
  return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
}

function isComplete({ wanted }: ReadRequest, items: readonly (Item | undefined)[]): boolean {
  const found = new Set(items.map((item) => item?.identity));
  return wanted.every(({ identity }) => found.has(identity));
}

function itemsOf(
  { dialect, kind }: Inventory,
  { wanted }: ReadRequest,
  records: readonly Json[],
): readonly (Item | undefined)[] {
  const looked = new Set(wanted.map(({ identity }) => identity));
  return records.map((record) => {
    const value = deviceOf(dialect, record);
    const own = identityOf(value);
    const id = idIn(dialect, record);
    if (own === undefined || (id === undefined && dialect.idField !== undefined)) return undefined;
    const named = isObject(value) && typeof value.name === "string" ? byName(value.name) : own;
    const identity = !looked.has(own) && looked.has(named) ? named : own;
    return { kind, identity, value, ...(id !== undefined && { id }) };
  });
}

/** The fields of a record that can be declared, under the names that they have there; numbers as texts. */
function deviceOf({ fields }: InventoryDialect, record: Json): Json {
  const entries = Object.entries(fields).flatMap(([field, name]) => {
    const live = isObject(record) ? record[name] : undefined;
    if (typeof live === "number") return [[field, String(live)] as const];
    return typeof live === "string" && live !== "" ? [[field, live] as const] : [];
  });
  return Object.fromEntries(entries);
}

function idIn({ idField = "" }: InventoryDialect, record: Json): string | undefined {
  const id = isObject(record) ? record[idField] : undefined;
  return typeof id === "string" && isSegment(id) ? id : undefined;
}

async function write(of: Write): Promise<never> {
  return refuse(of);
}

/** A write is a fault of this program: no dialect of an inventory has an operation. */
function refuse({ kind }: Write): never {
  throw new Error(`nothing can be written to a ${kind}`);
}
