/** What a simulated Catalyst Center holds besides its inventory: sites, settings of sites, other things, tasks. */

import type { JsonObject } from "../../../model/json.ts";

/** A site, a pool, a tag ... */
export interface CatalystThing {
  /** The name of its collection: `areas`, `tags`. */
  readonly collection: string;
  /** As it was written, whole, with what is never shown. */
  readonly value: JsonObject;
  /** The fields that no other of its collection may have alike. Absent: as its collection says. */
  readonly unique?: readonly string[];
}

/** What a task does when its time has come. */
export type TaskEffect =
  | { readonly do: "put"; readonly id: string; readonly thing: CatalystThing }
  /** In their order; one that cannot be ends it, and what came before stays or goes by `inPart`. */
  | {
      readonly do: "putAll";
      readonly things: readonly { readonly id: string; readonly thing: CatalystThing }[];
      readonly inPart: boolean;
    }
  | { readonly do: "remove"; readonly id: string }
  /** Nothing comes of it. */
  | { readonly do: "fail"; readonly reason: string }
  /** `isFree`: it is of no site, and whether there is what it is of was looked at. */
  | {
      readonly do: "set";
      readonly id: string;
      readonly setting: string;
      readonly value: JsonObject;
      readonly isFree?: true;
    };

/** A task. On the world's clock, it is carried out at `endsAt`. */
interface CatalystTask {
  readonly startedAt: number;
  readonly endsAt: number;
  readonly effect: TaskEffect;
  /** Why it failed; absent while it runs, and where it did not. */
  readonly failureReason?: string;
  readonly isDone: boolean;
}

/** Never changed in place. */
export interface CatalystState {
  /** By id. */
  readonly things: ReadonlyMap<string, CatalystThing>;
  /** By a site's id and the setting's name: `global/ntpSettings`. */
  readonly settings: ReadonlyMap<string, JsonObject>;
  readonly tasks: ReadonlyMap<string, CatalystTask>;
  /** How many ids were given. */
  readonly counted: number;
}

/** The id of the site that all others are in. */
const globalSite = "site-global";

/** What there is at the beginning: one site, `Global`, with its settings. */
export const freshCatalyst: CatalystState = {
  things: new Map([[globalSite, { collection: "global", value: { name: "Global" } }]]),
  settings: new Map<string, JsonObject>([
    [`${globalSite}/timeZoneSettings`, { timeZone: { identifier: "GMT" } }],
    [`${globalSite}/bannerSettings`, { banner: { type: "Builtin", message: "" } }],
  ]),
  tasks: new Map(),
  counted: 0,
};
