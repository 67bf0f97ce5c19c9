/** Posts a notification to a room once. A post with a lost reply is neither checked nor repeated. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Notification } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";

/** Why a room was not notified; undefined if it was. A post with a lost reply is not retried. */
export async function postToRoom(
  { target, session }: Pick<OpenTarget, "target" | "session">,
  { room, notification }: { readonly room: string; readonly notification: Notification },
  signal: AbortSignal,
): Promise<Problem | undefined> {
  if (!session.post) throw new Error(`the loader accepted a target without rooms: ${target.name}`);
  const reply = await session.post({ room, text: notification.summary }, signal);
  if (reply.meaning === "accepted") return undefined;
  if (reply.meaning === "refused") return reply.problem;
  const why = reply.meaning === "pending" ? "the server only started a task" : reply.detail;
  return problem("not-told", `${target.name}: delivery to the room could not be confirmed: ${why}`, {
    hint: "Check the room. This warning does not change the exit status of the run.",
  });
}
