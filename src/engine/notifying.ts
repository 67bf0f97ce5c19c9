/** Sends the notifications of a run. A failure is only a warning. */

import type { Notification } from "../model/notify.ts";
import type { Problem } from "../model/problem.ts";
import { notify } from "../notify/notify.ts";
import { digest } from "../runtime/digest.ts";
import { sign } from "../runtime/secrets/sign.ts";
import type { OpenedProject } from "./open.ts";

/** Notifies all recipients, if there is anything to report. Returns failures as warnings. */
export async function sendNotification(
  { listening, clock }: Pick<OpenedProject, "listening" | "clock">,
  notification: Notification | undefined,
): Promise<readonly Problem[]> {
  return notification ? notify(listening, notification, { clock, digest, sign }) : [];
}
