/**
 * Codecs: named pure functions for conversions that catalogs cannot express. The codecs of a product are in its folder.
 */

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

/** Converts between the record that a kind's fields describe, with wire names, and the product's object. */
export interface Codec {
  /** Returns the record of an object in a reply. Undefined: the object does not have the expected form. */
  record(file: KindFile, shown: JsonObject): JsonObject | undefined;
  /** Returns the object that a write sends, built from the record. */
  body(file: KindFile, written: CodecWrite): WireObject;
  /**
   * Returns half a sentence if an item's record is not the requested one: `is a fvBD, not a fvCtx`. Undefined: the
   * record shows no such difference. Absent: records are not checked.
   */
  other?(file: KindFile, record: JsonObject, asked: ResourceQuery): string | undefined;
  /**
   * Returns the type that an object itself states, such as its class. The names of the object's members are interpreted
   * in the context of this type. If the object states no type, they are interpreted in the context of its kind.
   */
  around?(value: JsonObject): string | undefined;
  /** Returns the undeclared parts of an object. Absent: the parts are found by comparing the object with the fields. */
  undeclared?(file: KindFile, shown: JsonObject, on: UndeclaredWords): readonly UndeclarablePart[];
  /** True: an update removes the secrets that it does not contain. Absent: an update keeps these secrets. */
  readonly replacesSecrets?: true;
  /** Additional template variables (`codecWords`), derived from the match value. Absent: there are none. */
  words?(identity: string): Readonly<Record<string, string>>;
  /**
   * Texts that people may write instead of a typed value, such as a variable of the product. Absent: only typed values
   * are valid.
   */
  readonly instead?: Instead;
  /**
   * Returns the members that replace members of the kind. The returned functions must be pure. Absent: nothing is
   * replaced.
   */
  kind?(file: KindFile, own: Kind): Partial<Kind>;
  /** Checks all resources declared for one target, across all kinds. Absent: there are no such checks. */
  check?(resources: readonly Resource[]): readonly DriverProblem[];
}

interface CodecWrite {
  /**
   * The declared and accompanying fields, by wire name. An update contains only the differing fields, if the template
   * asks for that.
   */
  readonly object: WireObject;
  /** The live object, as far as it may be sent. For a create, it is empty. */
  readonly live: WireObject;
  /**
   * The reply to the template's preceding request. Undefined: no request precedes the write, or the write is only
   * previewed.
   */
  readonly asked?: Json | undefined;
}

/**
 * Returns a problem for each name in `attributes` that is not an attribute. `hint` returns where such a name belongs,
 * or undefined if the name is an attribute.
 */
export function notAttributesIn(
  { title }: KindFile,
  value: Json,
  hint: (name: string) => string | undefined,
): readonly KindProblem[] {
  return Object.keys(asObject(asObject(value).attributes)).flatMap((name) => {
    const said = hint(name);
    if (said === undefined) return [];
    const message = `\`${name}\` cannot be set in the attributes of a ${title}`;
    return [{ path: `/attributes/${name}`, code: "not-an-attribute", message, hint: said }];
  });
}

/** A product's codecs, by the name that a kind has in `codec:`. */
export type Codecs = Readonly<Partial<Record<CodecName, Codec>>>;
