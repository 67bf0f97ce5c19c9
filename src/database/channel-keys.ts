/** The keys that notifications carry. A key says what the notification is about. */

import { digest } from "../runtime/digest.ts";

/** The key for jobs that wait to be claimed by workers. */
export const jobsKey = "jobs";

/** The key for news of any kind. */
export const anyKey = "";

/** The key for calls of a shard: a digest, because a shard's name can be longer than a notification. */
export function shardKey(shard: string): string {
  return digest(shard);
}
