/** Codecs: pure functions by name, for what no word of a catalog can say. Those of a product are in its folder. */

import type { Instead } from "../../catalog/fields/schema.ts";
import type { UndeclaredWords } from "../../catalog/fields/undeclared.ts";
import type { WireObject } from "../../catalog/fields/wire.ts";
import type { CodecName } from "../../catalog/schema/codecs.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import type { ResourceQuery } from "../../model/collection.ts";
import type { Resource } from "../../model/desired.ts";
import { asObject, type Json, type JsonObject } from "../../model/json.ts";
import type { UndeclarablePart } from "../../model/live/undeclarable.ts";
import type { DriverProblem, KindProblem } from "../../model/problem.ts";
import type { Kind } from "../contract/contract.ts";

/** Between the record that a kind's fields speak of, by their wire names, and the object that a product has. */
export interface Codec {
  /** The record of an object as an answer shows it; undefined where it is no such object. */
  record(file: KindFile, shown: JsonObject): JsonObject | undefined;
  /** What a write sends instead of the record. */
  body(file: KindFile, written: CodecWrite): WireObject;
  /**
   * Half a sentence on what the record of an item is instead of what was asked for: `is a fvBD, not a fvCtx`.
   * Undefined: it is that, as far as it says.
   */
  other?(file: KindFile, record: JsonObject, asked: ResourceQuery): string | undefined;
  /** What an object says it is, for the names in it: its class. Absent: its kind is what it is. */
  around?(value: JsonObject): string | undefined;
  /** What an object shows and no field declares. Absent: as the fields say of all that it shows. */
  undeclared?(file: KindFile, shown: JsonObject, on: UndeclaredWords): readonly UndeclarablePart[];
  /** Words for templates, besides the usual ones, made of what a thing is matched by: those of `codecWords`. */
  words?(identity: string): Readonly<Record<string, string>>;
  /** What people may write instead of any value that has a type: a variable of the product. */
  readonly instead?: Instead;
  /** What the kind has instead of what its file says. Pure functions, as all of a kind. */
  kind?(file: KindFile, own: Kind): Partial<Kind>;
  /** Checks over all that is declared of one target, of all kinds. */
  check?(resources: readonly Resource[]): readonly DriverProblem[];
}

/** What a write is made of. */
interface CodecWrite {
  /** What is declared and goes along, by wire names: of an update what differs, where the template says so. */
  readonly object: WireObject;
  /** What is live, as far as it may be sent; empty for a create. */
  readonly live: WireObject;
  /** What was answered to what its template asks first; undefined: nothing is asked, or a request is only shown. */
  readonly asked?: Json | undefined;
}

/** A problem for each name among `attributes` that is no attribute. `hint`: where it stands; undefined: it is one. */
export function notAttributesIn(
  { title }: KindFile,
  value: Json,
  hint: (name: string) => string | undefined,
): readonly KindProblem[] {
  return Object.keys(asObject(asObject(value).attributes)).flatMap((name) => {
    const said = hint(name);
    if (said === undefined) return [];
    const message = `\`${name}\` is not given among the attributes of a ${title}`;
    return [{ path: `/attributes/${name}`, code: "not-an-attribute", message, hint: said }];
  });
}

/** By the name that a kind's `codec:` says. */
export type Codecs = Readonly<Partial<Record<CodecName, Codec>>>;
