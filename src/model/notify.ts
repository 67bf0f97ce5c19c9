/** Notifications of an apply or of drift: their recipients and their documents. */

import type { SecretReference } from "./secret.ts";

/**
 * Events that are notified. `apply`: everything was carried out. `failure`: an apply that did not do everything.
 * `drift`: a comparison that found drift, conflicts, or something unexpected.
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

/** A URL that gets a signed JSON document. */
interface NotifyWebhook extends Notified {
  /** Absolute: https, or http to loopback. */
  readonly webhook: string;
  /** What documents are signed with. */
  readonly key: SecretReference;
  /** Path of a PEM bundle, absolute. Default: public authorities. */
  readonly ca?: string;
}

/** A notification: counts and names of the project file, nothing that comes from a live system, no secret. */
export type Notification = ApplyNotification | DriftNotification;

interface NotificationHead {
  readonly format: "trueup.notification";
  readonly version: 1;
  readonly environment: string;
  /** When, ISO 8601 in UTC. */
  readonly at: string;
  /** The targets that it is about, sorted. */
  readonly targets: readonly string[];
  /** One line for people. */
  readonly summary: string;
  /** The plan's. */
  readonly fingerprint: string;
  /** The commit that was declared, where Git knows it. */
  readonly commit?: string | undefined;
  /** Where the run can be looked at, where a CI system says so. */
  readonly run?: string | undefined;
}

/** An apply, by the outcome of its steps. */
export interface ApplyNotification extends NotificationHead {
  readonly event: "apply" | "failure";
  /** The exit status of apply. */
  readonly status: number;
  readonly counts: {
    /** Steps that were carried out, or that had nothing left to do. */
    readonly done: number;
    readonly failed: number;
    /** Steps with an unknown outcome, and resources that could not be read. */
    readonly unknown: number;
    readonly notTried: number;
    /** Held back: for health, or in conflict. */
    readonly held: number;
    /** Written, and still different. */
    readonly different: number;
    readonly takenBack: number;
    /** What was to be done once at a target after its last success, such as a deployment, and was not. */
    readonly unfinished: number;
  };
}

/** A comparison with drift, or with undeclared resources where everything is to be declared. */
export interface DriftNotification extends NotificationHead {
  readonly event: "drift";
  /** Resources, by their outcome. */
  readonly counts: {
    readonly drifted: number;
    readonly conflicts: number;
    /** Live and not declared, where everything live is to be declared. */
    readonly unexpected: number;
    readonly pending: number;
    readonly unknown: number;
  };
}
