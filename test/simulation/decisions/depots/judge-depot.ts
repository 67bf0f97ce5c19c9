/** Checks the requests to the depot by the depot's own rules, and the depot's final state by what was drawn. */

import { canonicalText, isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { Wire } from "../../../../src/model/wire.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { maybe } from "../../draw.ts";
import { differ } from "../judges.ts";
import { depotDrivers, depotProject } from "./depot-kinds.ts";
import { DepotServer } from "./depot-server.ts";
import {
  addressOf,
  type DepotTruth,
  depotFile,
  depotTruth,
  keyOf,
  type Named,
  type Said,
  type Thing,
} from "./depot-truth.ts";

/** A fault for testing the judges: a network that changes requests, or a false report of an apply's result. */
export interface DepotLie {
  readonly between?: (wire: Wire) => Wire;
  readonly result?: (result: ApplyResult) => ApplyResult;
  /** Changes the second declaration of a rule that is declared twice. */
  readonly twin?: (rule: Thing) => Thing;
}

/** The scenario runs in every n-th seed. */
const every = 4;

/** Simulates a seed. */
export async function judgeDepot(seed: number, lie: DepotLie = {}): Promise<readonly string[]> {
  if (seed % every !== 1) return [];
  const draw = seeded(seed * 31 + 7);
  const truth = depotTruth(draw);
  const isLoud = maybe(draw, 0.3);
  const refused = maybe(draw, 0.35) ? "port p" : undefined;
  const server = new DepotServer({ isLoud, refused });
  putLive(server, truth);
  const files = (side: "was" | "is") => ({ "desired-state/a.yaml": depotFile(truth, side) });
  const on = stage({
    ...{ files: files("is"), project: depotProject, drivers: depotDrivers, seed: {} },
    between: () => lie.between?.(server.wire) ?? server.wire,
  });
  const request = { base: on.load(files("was")), prune: true };
  const made = await on.plan(request);
  const applied = await on.apply(made);
  const result = lie.result?.(applied) ?? applied;
  const bad = result.settled.filter(({ outcome }) => outcome.state !== "applied");
  if (refused !== undefined) return judgeRefused(server, bad);
  const again = await on.plan(request);
  const isTwin = (text: string) => isRefused(() => on.load({ "desired-state/a.yaml": text }));
  return [
    ...differ(
      "change",
      made.plan.changes.map(({ action, address }) => `${action} ${address}`),
      changesOf(truth),
    ),
    ...server.faults,
    ...bad.map(({ step, outcome }) => `${step} is ${outcome.state}`),
    ...differ("world", linesOf(server, truth), wantedLines(truth, server)),
    ...again.plan.steps.map(({ id }) => `once more: ${id}`),
    ...twinsOf(truth, lie.twin).flatMap((text) =>
      isTwin(text) ? [] : ["a rule is declared twice, and nobody says so"],
    ),
  ].map((line) => `depot: ${line}`);
}

/**
 * Checks an apply in which the server refuses all writes of ports: everything else is applied, except for the removal
 * of zones to which a port still refers. Such a removal is not sent.
 */
function judgeRefused(server: DepotServer, bad: ApplyResult["settled"]): readonly string[] {
  const others = bad.filter(({ address }) => !/\/(?:\w+Port|zone)\//.test(address));
  return [...server.faults, ...others.map(({ step, outcome }) => `${step} is ${outcome.state}`)].map(
    (line) => `depot that refuses: ${line}`,
  );
}

function isRefused(load: () => unknown): boolean {
  try {
    load();
    return false;
  } catch {
    return true;
  }
}

/**
 * Declares a rule twice, the second time with the whole keys of its zones. trueup must recognize both as the same rule.
 */
function twinsOf({ things }: DepotTruth, twin: (rule: Thing) => Thing = (is) => is): readonly string[] {
  const rule = things.find(({ kind, is }) => kind === "rule" && is && Object.values(is.names).some(isShort));
  if (!rule?.is) return [];
  const whole = Object.entries(rule.is.names).map(([field, { to }]) => [field, { to, written: keyOf(to) }]);
  const other = twin({ ...rule, key: "twin", is: { ...rule.is, names: Object.fromEntries(whole) } });
  return [depotFile({ things: [...things, other] }, "is")];
}

function isShort({ to, written }: Named): boolean {
  return written !== keyOf(to);
}

/** Returns the path of a resource on its server, with the drawn ids. */
function pathOf(thing: Thing): string {
  const inner = thing.parent ? pathOf(thing.parent) : "";
  return `${inner}/${thing.kind}s/${idOf(thing)}`;
}

function idOf({ kind, key, parent }: Thing): string {
  return kind === "slot" ? key : `${kind[0]}-${parent ? `${idOf(parent)}-` : ""}${key}`;
}

/** Puts the applied state of all resources on the server, and adds fields that nobody declares. */
function putLive(server: DepotServer, { things }: DepotTruth): void {
  for (const thing of things)
    if (thing.was) server.records.set(pathOf(thing), recordOf(thing, thing.was, idOf, thing.was));
}

/**
 * Returns the record that the server shows for a resource. `live` contains what was declared when the record was last
 * applied.
 */
function recordOf(thing: Thing, said: Said, ids: (of: Thing) => string, live?: Said): JsonObject {
  const { speed, ...plain } = said.fields;
  const names = Object.entries(said.names).map(([field, { to }]) => [`${field}Id`, ids(to)]);
  return {
    ...{ id: ids(thing), ...(thing.kind === "slot" && { number: Number(thing.key) }) },
    ...plain,
    ...(speed !== undefined && { speedMode: speed === "fast" ? 2 : 1 }),
    ...Object.fromEntries(names),
    ...(live && thing.kind.endsWith("Port") && besides(plain, live.fields)),
  };
}

/** Returns the undeclared fields that the server shows for an applied object. */
function besides({ limits, extras, members }: JsonObject, was: JsonObject): JsonObject {
  const known = new Map(elements(was.members).map((each) => [each.number, each]));
  return {
    ...{ serial: "S1", note: "somebody's" },
    ...(was.limits !== undefined && { limits: { ...(limits as JsonObject), used: 5 } }),
    ...(was.extras !== undefined && { extras: { ...(extras as JsonObject), y: 9 } }),
    ...(was.members !== undefined && {
      members: elements(members).map((each) => {
        const live = known.get(each.number);
        return live ? { title: "live", ...live, ...each, counter: 7 } : each;
      }),
    }),
  };
}

function elements(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function said(of: Said | undefined): string {
  if (!of) return "";
  const names = Object.entries(of.names).map(([field, { to }]) => [field, addressOf(to)]);
  return canonicalText([of.fields, Object.fromEntries(names)]);
}

/** Returns the changes that the plan must have. A field that Git drops is not a change. */
function changesOf({ things }: DepotTruth): readonly string[] {
  return things.flatMap((thing) => {
    const { was, is } = thing;
    const address = addressOf(thing);
    if (!was) return is ? [`create ${address}`] : [];
    if (!is) return [`remove ${address}`];
    return said(laid(was, is)) === said(was) ? [] : [`update ${address}`];
  });
}

/** Lays the new declaration over the old one. Fields that only the old one has stay. */
function laid(was: Said, is: Said): Said {
  const fields = Object.entries(is.fields).map(([name, value]) => {
    const before = was.fields[name] ?? null;
    return [name, isObject(value) && isObject(before) ? { ...before, ...value } : value];
  });
  return { fields: { ...was.fields, ...Object.fromEntries(fields) }, names: { ...was.names, ...is.names } };
}

/**
 * Returns the state that the server must have. It has labels instead of ids, because the server chooses the ids of new
 * objects.
 */
function wantedLines({ things }: DepotTruth, server: DepotServer): readonly string[] {
  return things.flatMap((thing) => {
    const { was, is } = thing;
    if (!is) return [];
    const record = recordOf(thing, was ? laid(was, is) : is, addressOf, was);
    return [lineOf(addressOf(thing), called(record, thing, server))];
  });
}

/** Returns the record as the server stores it. A loud server stores the names of created objects in capitals. */
function called(record: JsonObject, { was, is }: Thing, { isLoud }: DepotServer): JsonObject {
  return !was && is && isLoud && typeof record.name === "string"
    ? { ...record, name: record.name.toUpperCase() }
    : record;
}

/**
 * Returns the state of the server, with a label for each resource. A new resource is recognized by its name, because
 * the server chose its id.
 */
function linesOf(server: DepotServer, { things }: DepotTruth): readonly string[] {
  const byPath = new Map<string, string>();
  const byId = new Map<string, string>();
  const old = new Map(things.flatMap((thing) => (thing.was ? [[pathOf(thing), thing]] : [])));
  const free = new Set(things.filter(({ was, is }) => !was && is));
  const lines: string[] = [];
  for (const [path, record] of server.records) {
    const above = byPath.get(path.split("/").slice(0, -2).join("/"));
    const isIt = (thing: Thing) =>
      path.split("/").at(-2) === `${thing.kind}s` &&
      (thing.parent && addressOf(thing.parent)) === above &&
      isCalled(thing, record, byId);
    const thing = old.get(path) ?? [...free].find(isIt);
    if (thing) free.delete(thing);
    const label = thing ? addressOf(thing) : `strange ${path}`;
    byPath.set(path, label);
    byId.set(String(record.id), label);
  }
  for (const [path, record] of server.records) {
    const members = Object.entries(record).map(([name, value]) => [
      name,
      name === "id" ? byPath.get(path) : name.endsWith("Id") ? (byId.get(String(value)) ?? value) : value,
    ]);
    lines.push(lineOf(byPath.get(path) ?? path, Object.fromEntries(members)));
  }
  return lines;
}

function isCalled({ kind, key, is }: Thing, record: JsonObject, byId: ReadonlyMap<string, string>): boolean {
  if (kind === "slot") return String(record.number) === key;
  if (kind !== "rule") return String(record.name).toLowerCase() === String(is?.fields.name).toLowerCase();
  return ["from", "to"].every((field) => {
    const to = is?.names[field]?.to;
    return to !== undefined && byId.get(String(record[`${field}Id`])) === addressOf(to);
  });
}

function lineOf(label: string, record: JsonObject): string {
  const sorted = Object.entries(record)
    .map(([name, value]) => `${name}=${canonicalText(value)}`)
    .sort();
  return `${label}: ${sorted.join(" ")}`;
}
