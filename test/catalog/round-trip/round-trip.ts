/**
 * Takes one kind of a catalog through its life cycle: creates a resource, reads it, changes it field by field, and
 * removes it. Faults are reported.
 */

import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import { fieldDifferences } from "../../../src/diff/fields.ts";
import { hiddenDifferences } from "../../../src/diff/hidden.ts";
import type { Write } from "../../../src/drivers/contract/contract.ts";
import type { RestKind } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { accepted } from "../../../src/import/accepted-fields.ts";
import { unreadFields } from "../../../src/load/desired/secret-fields.ts";
import { address, addressParts } from "../../../src/model/address.ts";
import type { Resource } from "../../../src/model/desired.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { idsIn, type LiveResource, ownIdIn } from "../../../src/model/live/snapshot.ts";
import { lastInPath } from "../../../src/model/names/hierarchy.ts";
import { isWithin } from "../../../src/model/pointer.ts";
import { referencesFrom, referred } from "../../../src/model/references.ts";
import { calm, writeOf } from "../../drivers/opened.ts";
import { isMeant, isUnshown, madeField, needsUnshown, otherValue } from "./made-value.ts";
import { type ServedProduct, unknownMember } from "./served-product.ts";

/** The result of a kind's round trip. */
export interface RoundTrip {
  readonly faults: readonly string[];
  /** The number of fields that were changed, one at a time. */
  readonly changed: number;
  /** The number of fields that were sent but not compared, because no reply shows them. */
  readonly unshown: number;
}

/** What a server contains at the beginning, and facts that the catalog does not contain. */
export interface Given {
  /** The chains of live ids of parents that exist already, by kind. */
  readonly ids: Readonly<Record<string, string>>;
  /** The fields that identify existing resources, for kinds that nobody can create, by kind. */
  readonly fields: Readonly<Record<string, JsonObject>>;
  /** The keys that the product prescribes, by kind. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Takes a kind through its life cycle. Returns the faults, the number of changed fields, and the number of fields that
 * no reply shows.
 */
export async function roundTrip(product: ServedProduct, of: RestKind, given: Given): Promise<RoundTrip> {
  const life = new Life(product, of, given);
  try {
    await life.live();
  } catch (error) {
    life.faults.push(error instanceof Error ? error.message : String(error));
  }
  return life;
}

class Life implements RoundTrip {
  readonly faults: string[] = [];
  changed = 0;
  unshown = 0;
  readonly #product: ServedProduct;
  readonly #of: RestKind;
  readonly #given: Given;
  #parentId: string | undefined;
  #identity = "";

  constructor(product: ServedProduct, of: RestKind, given: Given) {
    this.#product = product;
    this.#of = of;
    this.#given = given;
  }

  async live(): Promise<void> {
    const { file, kind, writes } = this.#of;
    this.#parentId = await this.#parent();
    const value = this.#whole();
    const key = this.#key(value);
    const canonical = kind.canonical(value);
    this.#identity = kind.identity({ key, value: canonical, scope: this.#above() });
    if (file.form === "collection" && writes.create) await this.#send("create", { desired: canonical });
    else if (writes.update) await this.#update(canonical, writable(this.#of, canonical), await this.#read());
    await this.#later(canonical);
    await this.#compare("after it was made", canonical);
    await this.#imported(canonical);
    if (writes.update) await this.#changeEach(canonical);
    this.#product.tellMore();
    await this.#compare("with members that nobody knows", canonical, false);
    await this.#notEchoed(canonical);
    await this.#removed();
  }

  /** After the create, sends the fields that only an update accepts. */
  async #later(value: Json): Promise<void> {
    const late = Object.entries(this.#of.file.fields).filter(([, { access }]) => access === "updateOnly");
    const names = late.map(([name]) => name).filter((name) => isObject(value) && value[name] !== undefined);
    if (names.length > 0 && this.#of.writes.create) await this.#update(value, names, await this.#read());
  }

  async #changeEach(value: Json): Promise<void> {
    const { file, kind } = this.#of;
    for (const [name, field] of Object.entries(file.fields)) {
      if (!isObject(value) || value[name] === undefined || field.access === "readOnly") continue;
      if (field.access === "createOnly" || name === file.key || isIdentity(this.#of, name)) continue;
      const other = otherValue(field, value[name] ?? null);
      if (other === undefined) continue;
      const declared = { ...value, [name]: other };
      if ((kind.check?.({ key: this.#identity, value: declared, scope: {} }) ?? []).length > 0) continue;
      const next = kind.canonical(declared);
      const live = await this.#read();
      if (isUnshown(field)) {
        this.unshown += 1;
        if (field.secret === undefined) this.#hidden(name, { now: next, before: value });
      } else if (this.#differences(next, live).length === 0)
        this.faults.push(`${name}: its change is not seen`);
      await this.#update(next, [name], live);
      await this.#compare(`after a change of ${name}`, next);
      this.changed += 1;
      await this.#update(value, [name], await this.#read());
    }
  }

  /**
   * Checks a field that no reply shows and that is not a secret. trueup compares its declared value with the applied
   * one, so only a different value may be a change.
   */
  #hidden(name: string, { now, before }: { readonly now: Json; readonly before: Json }): void {
    const [desired, base] = [this.#declared(now), this.#declared(before)];
    const seen = hiddenDifferences(desired, { base, threeWay: true, check: undefined });
    if (seen.length === 0 || !seen.every(({ path }) => isWithin(path, `/${name}`)))
      this.faults.push(`${name}, which no reply shows: its change is ${JSON.stringify(seen)}`);
    if (hiddenDifferences(base, { base, threeWay: true, check: undefined }).length > 0)
      this.faults.push(`${name}, which no reply shows, differs from itself`);
  }

  #declared(value: Json): Resource {
    const { file, kind } = this.#of;
    return { ...declaredAs(file.kind, { value, lists: kind.lists ?? {} }), ...unreadFields(kind, value) };
  }

  async #update(desired: Json, names: readonly string[], live: LiveResource | undefined): Promise<void> {
    const differences = names.map((name) => ({ path: `/${name}`, cause: "pending" as const }));
    await this.#send("update", { desired, differences, live: live ?? { value: {} } });
  }

  /** Sends a write, and checks that it takes exactly one request and is accepted. */
  async #send(operation: Write["operation"], part: Partial<Write>): Promise<string | undefined> {
    const { session, sent } = this.#product;
    const before = sent.length;
    const { file, kind } = this.#of;
    const { secrets, lists = {} } = kind;
    const refersTo = referencesFrom(kind.refersTo ?? {});
    const named = [part.desired ?? {}, part.live?.value ?? {}].flatMap((value) => [
      ...referred({ target: "t", refersTo }, value).values(),
    ]);
    const write = writeOf({
      referredNames: named.map((each) => [each, addressParts(each).key]),
      ...{ operation, kind: file.kind, identity: this.#identity, parentId: this.#parentId, secrets, lists },
      ...{ scope, ...part },
    });
    const reply = await session.write(write, calm);
    const [first, second] = sent.slice(before);
    // Only elements of an ordered list may need more than one request, because they are written one by one.
    if (second && !file.elements) this.faults.push(`${operation}: more than one request`);
    if (reply.meaning === "pending") {
      const ended = await session.askTask?.(reply.task, calm);
      if (ended?.state === "done") return operation === "create" ? ended.id : undefined;
      throw new Error(`the task of ${operation} is ${ended?.state}`);
    }
    if (reply.meaning !== "accepted") {
      const told = first ? `${first.method} ${first.path} is ${first.status} ${first.text}` : "";
      throw new Error(`${operation} is ${reply.meaning}: ${told.slice(0, 400)}`);
    }
    return reply.id;
  }

  async #read(): Promise<LiveResource | undefined> {
    const { kind, file } = this.#of;
    const query = { kind: file.kind, identity: this.#identity, scope };
    const request = { collection: kind.collection.name, scope, parentId: this.#parentId, wanted: [query] };
    const { only } = kind.collection.whole ?? {};
    const [outer = ""] = idsIn(this.#parentId ?? "") ?? [];
    const asked = only ? { ...request, parentId: outer, wanted: [], whole: true as const } : request;
    const reply = await this.#product.session.read(asked, calm);
    if (reply.state === "unknown") throw new Error(`unknown: ${reply.problem.message}`);
    if (reply.state === "absent") return undefined;
    const own = only && ownIdIn(this.#parentId ?? "");
    // In a hierarchy, an identity is a path, whose last part is the resource's own name.
    const named = kind.below === undefined ? (path: string) => path : lastInPath;
    return reply.items.find(
      ({ identity, parentId }) => named(identity) === this.#identity && (!own || parentId === own),
    );
  }

  #differences(desired: Json, live: LiveResource | undefined): readonly string[] {
    const { kind } = this.#of;
    const declared = this.#declared(desired);
    const seen = live === undefined ? {} : kind.canonical(live.value);
    return fieldDifferences(declared, { live: seen }).map(
      ({ path, live: is, desired: wanted }) =>
        `${path} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`,
    );
  }

  async #compare(when: string, desired: Json, isTold = true): Promise<void> {
    const live = await this.#read();
    if (live === undefined) throw new Error(`${when} it is not found as ${this.#identity}`);
    const found = this.#differences(desired, live);
    if (found.length > 0) this.faults.push(`${when}: ${found.join("; ")}`);
    await this.#readById(when, live);
    if (isTold && isObject(live.value) && Object.hasOwn(live.value, unknownMember))
      this.faults.push("it tells more");
  }

  /** Checks that a read by id shows everything that the list shows, if the catalog has such a read. */
  async #readById(when: string, { id }: LiveResource): Promise<void> {
    const { item, file, kind, list } = this.#of;
    if (!item || !list || id === undefined || file.form !== "collection") return;
    const wanted = [{ kind: file.kind, identity: this.#identity, scope }];
    const request = { collection: kind.collection.name, scope, wanted, byId: id };
    const reply = await this.#product.session.read(request, calm);
    if (reply.state === "unknown") this.faults.push(`${when}, by its id: ${reply.problem.message}`);
    const [found] = reply.state === "whole" ? reply.items : [];
    if (found?.id !== id) this.faults.push(`${when} it is not found by its id ${id}`);
  }

  /** Checks that an import gives the original declaration, except for values that the product fills in. */
  async #imported(desired: Json): Promise<void> {
    const { file, kind } = this.#of;
    const live = await this.#read();
    if (live === undefined) return;
    const of = { key: this.#identity, value: live.value, scope, repeatsSecret: () => false };
    const taken = accepted(kind, of);
    const lacking = Object.keys(file.fields).filter((name) => cannotBeTaken(file.fields[name]));
    const needsSecret = lacking.some((name) => file.required?.includes(name));
    if ("refused" in taken) {
      if (!needsSecret) this.faults.push(`an import refuses it: ${taken.refused}`);
      return;
    }
    const kept = Object.entries(isObject(desired) ? desired : {}).filter(([name]) => !lacking.includes(name));
    const value = kind.canonical(withFilledIn(file.fields, taken.value, desired));
    const found = this.#differences(Object.fromEntries(kept), { ...live, value });
    if (found.length > 0) this.faults.push(`an import gives another value: ${found.join("; ")}`);
  }

  async #notEchoed(value: Json): Promise<void> {
    const { file, writes } = this.#of;
    if (!writes.update || !isObject(value)) return;
    const [name] = Object.keys(value).filter(
      (each) => file.fields[each]?.access === undefined && each !== file.key,
    );
    if (name === undefined) return;
    await this.#update(value, [name], await this.#read());
    const { body } = this.#product.sent.at(-1) ?? {};
    if (JSON.stringify(body ?? null).includes(unknownMember))
      this.faults.push("unknown members are sent back");
  }

  async #removed(): Promise<void> {
    const { file, writes } = this.#of;
    if (!writes.remove) return;
    const live = await this.#read();
    if (live === undefined) return;
    await this.#send("remove", { live });
    if (file.form === "collection" && (await this.#read()) !== undefined)
      this.faults.push("it is there after a removal");
  }

  /**
   * Returns the chain of live ids of the parent, which is created if it is not given. Returns undefined if the kind has
   * no parent.
   */
  async #parent(): Promise<string | undefined> {
    const { file } = this.#of;
    if (file.in === undefined) return undefined;
    const known = this.#given.ids[file.in];
    if (known !== undefined) return known;
    const above = this.#product.dialect.byName.get(file.in);
    if (above === undefined) throw new Error(`there is no kind ${file.in}`);
    const parent = new Life(this.#product, above, this.#given);
    return parent.made();
  }

  /** Returns the live ids of the ancestors, by kind. */
  #above(): Readonly<Record<string, string>> {
    const ids = this.#parentId === undefined ? [] : (idsIn(this.#parentId) ?? []);
    return Object.fromEntries(this.#of.above.map((kind, index) => [kind, ids[index] ?? ""]));
  }

  /** Creates an object of the kind, and returns its chain of live ids. */
  async made(): Promise<string> {
    const { file, kind, writes } = this.#of;
    this.#parentId = await this.#parent();
    const value = this.#whole();
    const canonical = kind.canonical(value);
    this.#identity = kind.identity({
      ...{ key: this.#key(value), value: canonical, scope: this.#above() },
    });
    if (file.form === "singleton") return this.#parentId ?? "";
    if (file.form === "fixed") return [this.#parentId, encodeURIComponent(this.#identity)].join("/");
    if (!writes.create) throw new Error(`a ${file.kind} cannot be made`);
    const id = await this.#send("create", { desired: canonical });
    if (id !== undefined) return id;
    const live = await this.#read();
    if (live?.id === undefined) throw new Error(`a ${file.kind} that was made has no id`);
    return live.id;
  }

  #key(value: JsonObject): string {
    const { file } = this.#of;
    const { key = "free", keySchema } = file;
    if (key === "free" || file.form === "singleton") return "own";
    if (keySchema !== undefined) return String(this.#given.keys[file.kind] ?? madeField(keySchema, 3));
    return this.#given.keys[file.kind] ?? String(value[key] ?? "own");
  }

  /** Returns a value with all fields that can occur together. */
  #whole(): JsonObject {
    const { file, kind } = this.#of;
    const value: Record<string, Json> = { ...this.#given.fields[file.kind] };
    const required = file.required ?? [];
    const names = [...required, ...Object.keys(file.fields).filter((name) => !required.includes(name))];
    for (const name of names) {
      const field = file.fields[name];
      if (field === undefined || field.access === "readOnly" || field.since || value[name] !== undefined)
        continue;
      if (!isMeant(file.fields, name, 0)) continue;
      const made = madeField(field, 0);
      // An object is left out if the description knows none of its fields.
      if (isObject(made) && Object.keys(made).length === 0 && !required.includes(name)) continue;
      const tried = { ...value, [name]: made };
      const canonical = kind.canonical(tried);
      const key = file.keySchema === undefined ? "own" : this.#key(value);
      const faults = kind.check?.({ key, value: canonical, scope: {} }) ?? [];
      if (faults.length === 0 || required.includes(name)) value[name] = tried[name] ?? null;
    }
    const judged = kind.schema.safeParse(value);
    if (!judged.success) throw new Error(`no value could be made: ${judged.error.message.slice(0, 300)}`);
    return value;
  }
}

const scope = { organization: "Acme" };

function declaredAs(kind: string, part: Pick<Resource, "value" | "lists">): Resource {
  return {
    ...{
      address: address("t", kind, "own"),
      target: "t",
      kind,
      key: "own",
      identity: "own",
      scope,
      secrets: [],
    },
    ...{ ownership: "declared", protect: false, observed: false },
    ...part,
  };
}

function cannotBeTaken(field: Field | undefined): boolean {
  return field !== undefined && (isUnshown(field) || needsUnshown(field));
}

/** Returns the names of the fields that an update may change. */
function writable({ file }: RestKind, value: Json): readonly string[] {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.filter((name) => file.fields[name]?.access !== "createOnly");
}

function isIdentity({ file }: RestKind, name: string): boolean {
  const { identity = "name" } = file;
  if (typeof identity === "object" && "path" in identity) return false;
  const written = typeof identity === "object" && "first" in identity ? identity.first : [identity].flat();
  const names = written.map((each) => each.split(".")[0]);
  return names.includes(name) && file.form !== "singleton";
}

/**
 * Returns a value with additions: the values that the product fills in within declared objects, according to the
 * catalog.
 */
function withFilledIn(fields: Fields, value: Json, declared: Json): Json {
  if (!isObject(value) || !isObject(declared)) return value;
  const filled = Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const own = value[name];
    const { properties, default: filledIn } = field;
    if (own === undefined && filledIn !== undefined) return [[name, filledIn]];
    if (properties === undefined || declared[name] === undefined) return [];
    return [[name, withFilledIn(properties, own ?? {}, declared[name])]];
  });
  return { ...value, ...Object.fromEntries(filled) };
}
