/** Codecs: pure functions by name, for what no word of a catalog can say. Those of a product are in its folder. */

import type { JsonObject } from "../../model/json.ts";
import type { Kind } from "../contract.ts";
import type { WireObject } from "./fields/wire.ts";
import type { CodecName, KindFile } from "./vocabulary/kind.ts";

/** Between the record that a kind's fields speak of, by their wire names, and the object that a product has. */
export interface Codec {
  /** The record of an object as an answer shows it; undefined where it is no such object. */
  record(file: KindFile, shown: JsonObject): JsonObject | undefined;
  /** What a write sends in the place of the record. */
  body(file: KindFile, written: CodecWrite): WireObject;
  /** What the kind has in the place of what its file says. Pure functions, as all of a kind. */
  kind?(file: KindFile, own: Kind): Partial<Kind>;
}

/** What a write is made of. */
interface CodecWrite {
  /** What is declared and goes along, by wire names: of an update what differs, where the template says so. */
  readonly object: WireObject;
  /** What is live, as far as it may be sent; empty for a create. */
  readonly live: WireObject;
}

/** By the name that a kind's `codec:` says. */
export type Codecs = Readonly<Partial<Record<CodecName, Codec>>>;
