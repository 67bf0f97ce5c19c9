/** The extra state of the mode `meraki`: action batches and a change log. */

import type { Json, JsonObject } from "../../../model/json.ts";

/** One write of a batch: a path below `/api/v1`, the operation, and its body. */
export interface BatchAction {
  readonly resource: string;
  readonly operation: string;
  readonly body?: Json | undefined;
}

/** When a confirmed batch runs, by the world's clock. */
interface BatchTimes {
  /** When the actions are carried out: immediately if the batch is synchronous, otherwise at the end. */
  readonly dueAt: number;
  /** Until this time, the batch counts as running. */
  readonly endsAt: number;
}

/** The result of a batch. */
interface BatchEnd {
  /** Why the batch failed; empty if it succeeded. */
  readonly errors: readonly string[];
  /** `id` and `uri` of the created objects, in action order. */
  readonly createdResources: readonly JsonObject[];
}

/** A batch of actions. */
export interface ActionBatch {
  readonly organizationId: string;
  /**
   * The key that confirmed the batch; if it is not confirmed, the key that defined it. Its actions have that key's
   * permissions.
   */
  readonly credential: string;
  readonly origin: string;
  readonly synchronous: boolean;
  readonly actions: readonly BatchAction[];
  /** When the batch was defined, by the world's clock. */
  readonly definedAt: number;
  /** When the batch runs. Absent: it is not confirmed. */
  readonly times?: BatchTimes | undefined;
  /** The result of the batch. Absent: its actions were not carried out. */
  readonly end?: BatchEnd | undefined;
}

/** A change to one object. */
export interface ChangeEntry {
  /** The entry's number, from 1, in time order. */
  readonly number: number;
  /** The time, by the world's clock. */
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
  /** The differing members, as JSON; empty if the object did not exist. */
  readonly oldValue: string;
  readonly newValue: string;
}

/** All entries, newest first, as a linked list: successive worlds share their earlier entries. */
export interface ChangeLog {
  readonly entry: ChangeEntry;
  readonly before: ChangeLog | undefined;
}

/** Policy objects of an organization, and the firewall rules that can name them. Never changed in place. */
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

/** The state of the mode `meraki`. Never changed in place. */
export interface MerakiState {
  /** The batches by id, in the order of their definition. */
  readonly batches: ReadonlyMap<string, ActionBatch>;
  /** The number of batches that ever existed. */
  readonly counted: number;
  readonly changes: ChangeLog | undefined;
  /** Policies by organization. Absent: no organization has any. */
  readonly policies?: ReadonlyMap<string, PolicyState>;
  /** Config templates by id. Absent: there are none. */
  readonly templates?: ReadonlyMap<string, SimTemplate>;
}

/** The initial state. */
export const freshMeraki: MerakiState = { batches: new Map(), counted: 0, changes: undefined };
