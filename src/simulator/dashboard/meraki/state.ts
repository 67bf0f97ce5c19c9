/** What the mode `meraki` holds besides: action batches and a change log. */

import type { Json, JsonObject } from "../../../model/json.ts";

/** One write of a batch: a path below `/api/v1`, what is done there, and with what. */
export interface BatchAction {
  readonly resource: string;
  readonly operation: string;
  readonly body?: Json | undefined;
}

/** When a confirmed batch runs, on the world's clock. */
interface BatchTimes {
  /** When its actions are carried out: at once where it is synchronous, else at the end. */
  readonly dueAt: number;
  /** Until then it counts as one that runs. */
  readonly endsAt: number;
}

/** What became of a batch. */
interface BatchEnd {
  /** Why it failed; none where it did not. */
  readonly errors: readonly string[];
  /** `id` and `uri` of what its actions made, in their order. */
  readonly createdResources: readonly JsonObject[];
}

/** A batch of actions. */
export interface ActionBatch {
  readonly organizationId: string;
  /** The key that confirmed it, or else defined it. Its actions may do what that key may. */
  readonly credential: string;
  readonly origin: string;
  readonly synchronous: boolean;
  readonly actions: readonly BatchAction[];
  /** When it was defined, on the world's clock. */
  readonly definedAt: number;
  /** Absent: it is not confirmed. */
  readonly times?: BatchTimes | undefined;
  /** Absent: its actions were not carried out. */
  readonly end?: BatchEnd | undefined;
}

/** One thing that was changed. */
export interface ChangeEntry {
  /** Counted from 1 on, in the order of time. */
  readonly number: number;
  /** On the world's clock. */
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
  /** The members that differ, as JSON; empty where there was nothing. */
  readonly oldValue: string;
  readonly newValue: string;
}

/** All entries, the last one first: worlds share what they have in common. */
export interface ChangeLog {
  readonly entry: ChangeEntry;
  readonly before: ChangeLog | undefined;
}

/** Never changed in place. */
export interface MerakiState {
  /** By id, in the order in which they were defined. */
  readonly batches: ReadonlyMap<string, ActionBatch>;
  /** How many batches there ever were. */
  readonly counted: number;
  readonly changes: ChangeLog | undefined;
}

/** What there is at the beginning. */
export const freshMeraki: MerakiState = { batches: new Map(), counted: 0, changes: undefined };
