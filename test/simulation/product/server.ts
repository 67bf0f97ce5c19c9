/** The server of the fictional product. It answers requests, and checks whether they follow its rules. */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type Answer, type Asked, type BatchEnd, type BatchHabits, ProductBatches } from "./batches.ts";
import type { ProductKind } from "./kinds.ts";
import { references, sectionOf } from "./kinds.ts";

/** How long a read stays fresh, in milliseconds (`limits.freshSeconds`). */
const freshMs = 5000;

/** An object on the server. */
export interface Held {
  readonly kind: ProductKind;
  readonly parent: string;
  readonly value: Readonly<Record<string, Json>>;
  /** The time from which lists show the object. */
  readonly visibleAt: number;
  /** The number of the process that created the object, counted from 1; 0 if the object existed before. */
  readonly by: number;
}

/** A write that was carried out. */
export interface Deed {
  readonly at: number;
  readonly operation: "create" | "update" | "remove";
  readonly kind: ProductKind;
  readonly id: string;
  readonly parent: string;
}

/** When a write is carried out, when it was sent, and which process sent it. */
interface Carried {
  readonly now: number;
  readonly sentAt: number;
  readonly by: number;
}

/** How the server of the product behaves. */
export interface ServerHabits extends BatchHabits {
  readonly lateMs: number;
  /** True for a site that a bulk read of a region leaves out. */
  readonly isLeftOut: (site: string) => boolean;
  /** True if a bulk read of a region shows all fields of zones. */
  readonly showsAll: boolean;
}

const kinds: readonly ProductKind[] = ["site", "zone", "policy", "rule", "route"];

/** The server of the product. Each request arrives at a given time. */
export class ProductServer {
  readonly objects = new Map<string, Held>();
  readonly deeds: Deed[] = [];
  /** Complaints about requests that break the product's rules. */
  readonly faults: string[] = [];
  /** The names of objects whose writes the server refuses. */
  readonly disliked = new Set<string>();
  /** The times when each list was read, by the path of the list. */
  readonly readAt = new Map<string, number[]>();
  /** What somebody else has written and when, by object and field. */
  readonly theirs = new Map<string, { readonly at: number; readonly value: Json | undefined }>();
  isOverwriting = false;
  readonly #habits: ServerHabits;
  readonly #batches: ProductBatches;
  #count = 1000;
  #process = 0;

  constructor(habits: ServerHabits) {
    this.#habits = habits;
    this.#batches = new ProductBatches(habits, this.faults);
  }

  /** Returns the answer to a request that arrives now. */
  answer(asked: Asked, now: number): Answer {
    this.carryOut(now);
    const [, section = "", id = "", inner = ""] = asked.path.split("/");
    if (section === "batches" || inner === "batches") return this.#batches.answer(asked, now);
    if (asked.method === "GET") return this.#listed(asked.path, now);
    const done = this.#written(asked, { now, sentAt: now, by: this.#process });
    if (done.status < 300 && asked.method !== "POST" && id === "")
      this.faults.push(`nothing is named: ${asked.path}`);
    return done;
  }

  /** Carries out the batches that are due. */
  carryOut(now: number): void {
    for (const { actions, dueAt, sentAt, by, end } of this.#batches.due(now))
      end(this.#together(actions, { now: dueAt, sentAt, by }));
  }

  /** Carries out all writes of a batch, or none of them. */
  #together(actions: readonly Asked[], when: Carried): BatchEnd {
    const before = new Map(this.objects);
    const deeds = this.deeds.length;
    const created: Json[] = [];
    for (const [at, action] of actions.entries()) {
      const { status, body } = this.#written(action, when);
      created.push(status === 201 && isObject(body) ? (body.id ?? null) : null);
      if (status < 300) continue;
      this.objects.clear();
      for (const [id, held] of before) this.objects.set(id, held);
      this.deeds.splice(deeds);
      return { failed: { at, why: JSON.stringify(body) }, created: [] };
    }
    return { created };
  }

  #listed(path: string, now: number): Answer {
    this.readAt.set(path, [...(this.readAt.get(path) ?? []), now]);
    const [, section = "", id = "", inner = ""] = path.split("/");
    if (section === "regions" && inner === "") return { status: 200, body: [{ id: "R1" }] };
    const kind = kinds.find((each) => sectionOf(each) === inner);
    if (!kind) return { status: 404, body: {} };
    if (section === "sites" && !this.objects.has(id)) return { status: 404, body: { error: "no such site" } };
    const isWhole = section === "regions" && kind === "zone";
    const all = [...this.objects].filter(([, one]) => one.kind === kind && one.visibleAt <= now);
    if (!isWhole) {
      const own = section === "regions" ? all : all.filter(([, { parent }]) => parent === id);
      return { status: 200, body: own.map(([each, { value }]) => ({ id: each, ...value })) };
    }
    const sites = [...this.objects].filter(([, one]) => one.kind === "site").map(([each]) => each);
    const told = sites.filter((site) => !this.#habits.isLeftOut(site));
    const items = all
      .filter(([, { parent }]) => told.includes(parent))
      .map(([each, { parent, value }]) => ({ id: each, parent, ...this.#shown(value) }));
    return { status: 200, body: { sites: told, items } };
  }

  #shown(value: Held["value"]): Held["value"] {
    if (this.#habits.showsAll) return value;
    const { name = null, level } = value;
    return { name, ...(level !== undefined && { level }) };
  }

  #written({ method, path, body }: Asked, when: Carried): Answer {
    const value = isObject(body) ? body : {};
    const [, section = "", id = "", inner = ""] = path.split("/");
    if (method === "POST") {
      const kind = kinds.find((each) => sectionOf(each) === inner);
      const isThere = section === "regions" || this.objects.get(id)?.kind === "site";
      if (!kind || !isThere) return { status: 400, body: { error: `there is no ${path}` } };
      return this.#refusal(kind, { ...value }) ?? this.#made(kind, { parent: id, value, when });
    }
    const held = this.objects.get(id);
    if (!held) return { status: 404, body: { error: `there is no ${path}` } };
    if (method === "PUT")
      return (
        this.#refusal(held.kind, { ...held.value, ...value }) ?? this.#changed(id, held, { value, when })
      );
    return this.#refusal(held.kind, held.value) ?? this.#removed(id, held, when);
  }

  #refusal(kind: ProductKind, value: Readonly<Record<string, Json>>): Answer | undefined {
    if (this.disliked.has(this.nameIn(kind, value)))
      return { status: 400, body: { error: "it is not allowed" } };
    const missing = references[kind].filter(
      (field) => this.objects.get(String(value[field]))?.kind !== "zone",
    );
    return missing.length === 0 ? undefined : { status: 400, body: { error: `no zone as ${missing}` } };
  }

  /** Returns the name of an object. The name of a rule is made from the names of its zones. */
  nameIn(kind: ProductKind, value: Readonly<Record<string, Json>>): string {
    if (kind !== "rule") return String(value.name);
    return `rule ${references.rule.map((field) => String(this.objects.get(String(value[field]))?.value.name)).join(" to ")}`;
  }

  #made(
    kind: ProductKind,
    {
      parent,
      value,
      when: { now, by },
    }: { readonly parent: string; readonly value: JsonObject; readonly when: Carried },
  ): Answer {
    this.#count += 1;
    const id = `${kind[0]}${this.#count}`;
    const { state: _, ...rest } = value;
    this.objects.set(id, { kind, parent, value: rest, visibleAt: now + this.#habits.lateMs, by });
    this.deeds.push({ at: now, operation: "create", kind, id, parent });
    return { status: 201, body: { id } };
  }

  #changed(
    id: string,
    held: Held,
    { value, when }: { readonly value: JsonObject; readonly when: Carried },
  ): Answer {
    const { now } = when;
    const { mode } = held.value;
    if (value.mode !== undefined && value.mode !== mode)
      return { status: 400, body: { error: "the mode stays" } };
    const isSame = Object.entries(value).every(([name, each]) => held.value[name] === each);
    if (isSame) this.faults.push(`idle: ${id} is written as it is, at ${now}`);
    for (const [name, each] of Object.entries(value))
      if (held.value[name] !== each) this.#judgeOver(`${id}/${name}`, held, when);
    this.objects.set(id, { ...held, value: { ...held.value, ...value } });
    this.deeds.push({ at: now, operation: "update", kind: held.kind, id, parent: held.parent });
    return { status: 200, body: {} };
  }

  #removed(id: string, held: Held, when: Carried): Answer {
    const inUse = [...this.objects.values()].some(
      ({ kind, value, parent }) => parent === id || references[kind].some((field) => value[field] === id),
    );
    if (inUse) return { status: 400, body: { error: `${id} is in use` } };
    for (const name of Object.keys(held.value)) this.#judgeOver(`${id}/${name}`, held, when);
    this.objects.delete(id);
    this.deeds.push({ at: when.now, operation: "remove", kind: held.kind, id, parent: held.parent });
    return { status: 204, body: {} };
  }

  /** Notes a fault if a write replaced somebody else's value that a read had shown before. */
  #judgeOver(place: string, { kind, parent }: Held, { now, sentAt }: Carried): void {
    const theirs = this.theirs.get(place);
    const list = kind === "site" ? "/regions/R1/sites" : `/sites/${parent}/${sectionOf(kind)}`;
    // A read counts only if it arrived before the batch of the write was sent.
    const readOf = (path: string) => this.readAt.get(path)?.findLast((at) => at <= sentAt) ?? -1;
    const read = Math.max(readOf(list), kind === "zone" ? readOf("/regions/R1/zones") : -1);
    if (!theirs || this.isOverwriting || read <= theirs.at) return;
    // The latest read may have been only for a removal. Other writes may rely on an older read that is still fresh.
    const isForRemoval = this.deeds.some(
      (one) => one.operation === "remove" && one.kind === kind && one.parent === parent && one.at > read,
    );
    if (isForRemoval && sentAt - theirs.at < freshMs) return;
    this.faults.push(
      `theirs: ${place} was written by somebody at ${theirs.at}, seen at ${read}, and is written over at ${now}`,
    );
  }

  /** Begins another process, whose journal has the batches in `known`. */
  meet(known: ReadonlySet<string>): void {
    this.#process += 1;
    this.#batches.meet(known);
  }

  /** Lets somebody else write a field. */
  writtenByOthers(
    id: string,
    { name, value, now }: { readonly name: string; readonly value: Json; readonly now: number },
  ): void {
    const held = this.objects.get(id);
    if (!held) return;
    this.objects.set(id, { ...held, value: { ...held.value, [name]: value } });
    this.theirs.set(`${id}/${name}`, { at: now, value });
  }
}
