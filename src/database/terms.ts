/** The times on which workers, callers and the database rely. Their order keeps writes safe. */

/** If a job had no heartbeat for this long, another worker gets it. This is the minimum that pg-boss allows. */
export const heartbeatSeconds = 10;

/** The times in milliseconds, except `grantedSeconds`. */
export const terms = {
  /** The interval between heartbeats, and between queries for news if there is no notification. */
  beat: 1000,
  /** The fence permits a write only if the last heartbeat is at most this old, by the database's clock. */
  grantedSeconds: 5,
  /**
   * A permitted write is sent within this time from its request for permission, by both clocks of its worker. Otherwise
   * the worker asks again.
   */
  leaving: 2500,
  /** A worker that got no confirmation of a heartbeat for this long ends its work on the shard. */
  owning: 5000,
  /** The timeout of a statement, since its connection may be dead. */
  statement: 3000,
  /** A worker counts as working if it has reported within this time. */
  seen: 5000,
  /** A worker gives a shard back if it had no call for this long. */
  idle: 2000,
  /** A worker gives a shard back after this time, so that other workers get their turn. */
  turn: 60_000,
  /** A shard that has waited for this long goes to any worker, even to one that owns more than its share. */
  fair: 250,
  /** A write that has waited for a worker for this long is given back: what was read for it is old by now. */
  fresh: 5000,
  /** A caller that was not seen for this long counts as gone, and its calls are removed. */
  caller: 60_000,
  /** A call ends if no worker has taken it for this long, and no worker was seen in half of that time. */
  untaken: 30_000,
  /** How long a run holds its environment after each renewal. */
  run: 30_000,
} as const;
