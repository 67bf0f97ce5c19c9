/**
 * The state of a simulated Catalyst Center in addition to its inventory: sites, site settings, other objects, and
 * tasks.
 */

import type { JsonObject } from "../../../model/json.ts";

/** A stored object, such as a site, a pool or a tag. */
export interface CatalystThing {
  /** The name of the object's collection, for example `areas` or `tags`. */
  readonly collection: string;
  /** The whole value as written, including hidden fields. */
  readonly value: JsonObject;
  /** The fields that must be unique within the object's collection. If absent, the collection defines these fields. */
  readonly unique?: readonly string[];
}

/** The effect of a task once it is due. */
export type TaskEffect =
  | { readonly do: "put"; readonly id: string; readonly thing: CatalystThing }
  /** Stores the things in order, up to the first failure. If `inPart`, the things before the failure stay stored. */
  | {
      readonly do: "putAll";
      readonly things: readonly { readonly id: string; readonly thing: CatalystThing }[];
      readonly inPart: boolean;
    }
  | { readonly do: "remove"; readonly id: string }
  /** The task has no effect, and fails with this reason. */
  | { readonly do: "fail"; readonly reason: string }
  /** If `isFree`, the setting belongs to a device or a fabric, so no site has to exist. */
  | {
      readonly do: "set";
      readonly id: string;
      readonly setting: string;
      readonly value: JsonObject;
      readonly isFree?: true;
    };

/** A task. It is carried out at `endsAt`, on the simulator's clock. */
interface CatalystTask {
  readonly startedAt: number;
  readonly endsAt: number;
  readonly effect: TaskEffect;
  /** Why the task failed. If absent, the task runs, or has succeeded. */
  readonly failureReason?: string;
  readonly isDone: boolean;
}

/** The state of a simulated Catalyst Center. The object is never modified. */
export interface CatalystState {
  /** The objects by id. */
  readonly things: ReadonlyMap<string, CatalystThing>;
  /** The settings. Each key is the id of the site and the name of the setting, for example `global/ntpSettings`. */
  readonly settings: ReadonlyMap<string, JsonObject>;
  readonly tasks: ReadonlyMap<string, CatalystTask>;
  /** The number of ids that were assigned. */
  readonly counted: number;
}

/** The id of the root site. */
const globalSite = "site-global";

/** The initial state: one site, `Global`, with its settings. */
export const freshCatalyst: CatalystState = {
  things: new Map([[globalSite, { collection: "global", value: { name: "Global" } }]]),
  settings: new Map<string, JsonObject>([
    [`${globalSite}/timeZoneSettings`, { timeZone: { identifier: "GMT" } }],
    [`${globalSite}/bannerSettings`, { banner: { type: "Builtin", message: "" } }],
  ]),
  tasks: new Map(),
  counted: 0,
};
