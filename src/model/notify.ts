/** Notifications of an apply or of drift: their recipients and their documents. */

import type { SecretReference } from "./secret.ts";

/**
 * The events that are notified. `apply`: everything was applied. `failure`: an apply was incomplete. `drift`: a
 * comparison found drift, conflicts, or unexpected resources.
 */
export type NotifyEvent = "apply" | "failure" | "drift";

/** One entry of `notify:` in the project file. */
export type Notify = NotifyRoom | NotifyWebhook;

interface Notified {
  readonly on: readonly NotifyEvent[];
}

/** A room of a messaging target, by the name that its members see. */
interface NotifyRoom extends Notified {
  readonly target: string;
  readonly room: string;
}

/** A URL that receives a signed JSON document. */
interface NotifyWebhook extends Notified {
  /** An absolute URL: https, or http to a loopback address. */
  readonly webhook: string;
  /** The key with which documents are signed. */
  readonly key: SecretReference;
  /** The absolute path of a PEM bundle. Default: public authorities. */
  readonly ca?: string;
}

/** A notification: counts and names from the project file; nothing from a live system, no secret. */
export type Notification = ApplyNotification | DriftNotification;

interface NotificationHead {
  readonly format: "trueup.notification";
  readonly version: 1;
  readonly environment: string;
  /** When the event happened, ISO 8601 in UTC. */
  readonly at: string;
  /** The targets that the event concerns, sorted. */
  readonly targets: readonly string[];
  /** One line for people. */
  readonly summary: string;
  /** The fingerprint of the plan. */
  readonly fingerprint: string;
  /** The declared commit, if it is known from Git. */
  readonly commit?: string | undefined;
  /** A link to the run, if a CI system provides one. */
  readonly run?: string | undefined;
}

/** An apply, by the outcome of its steps. */
export interface ApplyNotification extends NotificationHead {
  readonly event: "apply" | "failure";
  /** The exit status of apply. */
  readonly status: number;
  readonly counts: {
    /** Steps that were carried out, or had nothing left to do. */
    readonly done: number;
    readonly failed: number;
    /** Steps with an unknown outcome, and resources that could not be read. */
    readonly unknown: number;
    readonly notTried: number;
    /** Changes that are held back because of health or a conflict. */
    readonly held: number;
    /** Fields that were written and still differ. */
    readonly different: number;
    readonly takenBack: number;
    /** Activations, such as a deployment, that were due and did not happen. */
    readonly unfinished: number;
  };
}

/** A comparison with drift, or with undeclared resources in a complete inventory. */
export interface DriftNotification extends NotificationHead {
  readonly event: "drift";
  /** The number of resources in each state. */
  readonly counts: {
    readonly drifted: number;
    readonly conflicts: number;
    /** Undeclared live resources in a complete inventory. */
    readonly unexpected: number;
    readonly pending: number;
    readonly unknown: number;
  };
}
