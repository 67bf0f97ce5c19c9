/** The extra state of the mode `meraki`: action batches and a change log. */

import type { Json, JsonObject } from "../../../model/json.ts";

/** A write in a batch: a path below `/api/v1`, the operation, and its body. */
export interface BatchAction {
  readonly resource: string;
  readonly operation: string;
  readonly body?: Json | undefined;
}

/** When a confirmed batch runs, on the simulator's clock. */
interface BatchTimes {
  /** When the actions are carried out. For a synchronous batch this is at once, for any other batch at its end. */
  readonly dueAt: number;
  /** Until when the batch counts as running. */
  readonly endsAt: number;
}

/** The result of a batch. */
interface BatchEnd {
  /** Why the batch failed. If empty, the batch succeeded. */
  readonly errors: readonly string[];
  /** `id` and `uri` of the created objects, in the order of the actions. */
  readonly createdResources: readonly JsonObject[];
}

/** A batch of actions. */
export interface ActionBatch {
  readonly organizationId: string;
  /**
   * The API key that confirmed the batch. If the batch is not confirmed, the API key that defined it. The batch's
   * actions have the permissions of this key.
   */
  readonly credential: string;
  readonly origin: string;
  readonly synchronous: boolean;
  readonly actions: readonly BatchAction[];
  /** When the batch was defined, on the simulator's clock. */
  readonly definedAt: number;
  /** When the batch runs. If absent, the batch is not confirmed. */
  readonly times?: BatchTimes | undefined;
  /** The result of the batch. If absent, its actions were not carried out. */
  readonly end?: BatchEnd | undefined;
}

/** A change to one object. */
export interface ChangeEntry {
  /** The entry's number, counted from 1 in the order of time. */
  readonly number: number;
  /** The time of the change, on the simulator's clock. */
  readonly at: number;
  readonly adminId: string;
  readonly adminName: string;
  readonly page: string;
  readonly label: string;
  readonly organizationId: string;
  readonly networkId: string | null;
  readonly networkName: string | null;
  readonly ssidNumber?: number;
  readonly ssidName?: string;
  /** The differing members before the change, as JSON. If empty, the object did not exist. */
  readonly oldValue: string;
  /** The differing members after the change, as JSON. If empty, the object no longer exists. */
  readonly newValue: string;
}

/** All entries as a linked list, the newest first. Later states share the earlier entries. */
export interface ChangeLog {
  readonly entry: ChangeEntry;
  readonly before: ChangeLog | undefined;
}

/** Policy objects of an organization, and the firewall rules that can refer to them. The object is never modified. */
export interface PolicyState {
  /** The fields of objects, by id. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The fields of groups, including `objectIds`, by id. */
  readonly groups: ReadonlyMap<string, JsonObject>;
  /** The bodies of firewall rules, by path. */
  readonly rules: ReadonlyMap<string, JsonObject>;
  /** The number of ids that were assigned. */
  readonly counted: number;
}

/** A config template. */
export interface SimTemplate {
  readonly organizationId: string;
  readonly fields: JsonObject;
}

/** The state of the mode `meraki`. The object is never modified. */
export interface MerakiState {
  /** The batches by id, in the order of their definition. */
  readonly batches: ReadonlyMap<string, ActionBatch>;
  /** The number of batches that ever existed. */
  readonly counted: number;
  readonly changes: ChangeLog | undefined;
  /** Policies by organization. If absent, no organization has policies. */
  readonly policies?: ReadonlyMap<string, PolicyState>;
  /** Config templates by id. If absent, there are none. */
  readonly templates?: ReadonlyMap<string, SimTemplate>;
}

/** The initial state. */
export const freshMeraki: MerakiState = { batches: new Map(), counted: 0, changes: undefined };
