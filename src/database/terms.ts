/** Times that owners, callers and the database have agreed on. What is written is safe because of their order. */

/** A job without a heartbeat for so long goes to somebody else: the least that pg-boss allows. */
export const heartbeatSeconds = 10;

/** In milliseconds, but for `grantedSeconds`. */
export const terms = {
  /** Between heartbeats, and between looks if no notification comes. */
  beat: 1000,
  /** The fence lets a write leave if the last heartbeat is not older, by the database's clock. */
  grantedSeconds: 5,
  /** A write leaves within this time from when it asked, by both clocks of its worker, or it asks again. */
  leaving: 2500,
  /** An owner without a confirmed heartbeat for so long stops what it does for the shard. */
  owning: 5000,
  /** A statement that takes longer is given up: its connection may be dead. */
  statement: 3000,
  /** A worker that said hello within this time counts as one that works. */
  seen: 5000,
  /** An owner gives a shard back after so long without a call. */
  idle: 2000,
  /** An owner gives a shard back after so long, so that others get their turn. */
  turn: 60_000,
  /** A caller that was not seen for so long is gone, and its calls with it. */
  caller: 60_000,
  /** A call that no worker has taken for so long ends, if no worker was seen in half of that time. */
  untaken: 30_000,
  /** A run has its environment for so long from each renewal. */
  run: 30_000,
} as const;
