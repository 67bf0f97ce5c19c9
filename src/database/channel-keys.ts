/** What a notification is about. */

import { digest } from "../runtime/digest.ts";

/** Jobs wait to be claimed. */
export const jobsKey = "jobs";

/** Anything may have happened. */
export const anyKey = "";

/** Calls of a shard. A shard's name can be longer than a notification. */
export function shardKey(shard: string): string {
  return digest(shard);
}
