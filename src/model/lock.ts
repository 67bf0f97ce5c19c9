/** The lock of an environment: its holder and its expiry. */

/** Who has a lock: the message of its tag object. */
export interface LockRecord {
  readonly format: "trueup.lock";
  readonly version: 1;
  /** Of the run: no two have the same. */
  readonly run: string;
  readonly owner: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** ISO 8601, UTC: after this moment, and some patience, another run may take it. */
  readonly expires: string;
}
