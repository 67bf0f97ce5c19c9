/** Sends a notification to all recipients, once, within a time limit. A failure is only a warning. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Notification, NotifyEvent } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";
import { postToRoom } from "./room.ts";
import { type OpenWebhook, postToWebhook, type WebhookPorts } from "./webhook.ts";

/** A recipient of notifications. */
export type Recipient = { readonly on: readonly NotifyEvent[] } & (
  | { readonly target: Pick<OpenTarget, "target" | "session">; readonly room: string }
  | { readonly webhook: OpenWebhook }
);

/** The maximum time that a run waits for all its notifications together. */
const maxMs = 30_000;

/** Notifies all recipients of this event in parallel; returns a warning for each failure. Never rejects. */
export async function notify(
  listening: readonly Recipient[],
  notification: Notification,
  ports: WebhookPorts,
): Promise<readonly Problem[]> {
  const wanted = listening.filter(({ on }) => on.includes(notification.event));
  if (wanted.length === 0) return [];
  const late = new AbortController();
  const done = new AbortController();
  const bound = ports.clock.wait(maxMs, done.signal).then(
    () => late.abort(new Error(`it took more than ${maxMs / 1000} s`)),
    () => {},
  );
  const found = await Promise.all(wanted.map((one) => deliver(one, { notification, ports }, late.signal)));
  done.abort();
  await bound;
  return found.flatMap((one) => (one ? [{ ...one, severity: "warning" as const }] : []));
}

async function deliver(
  one: Recipient,
  what: { readonly notification: Notification; readonly ports: WebhookPorts },
  signal: AbortSignal,
): Promise<Problem | undefined> {
  try {
    const telling =
      "webhook" in one
        ? postToWebhook(one.webhook, what, signal)
        : postToRoom(one.target, { room: one.room, notification: what.notification }, signal);
    return await Promise.race([telling, end(signal)]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem("not-told", `${nameOf(one)} may not have received the notification: ${why}.`, {
      hint: "Check that this machine can reach it. This warning does not change the exit status of the run.",
    });
  }
}

/** The path of a webhook's URL is left out, because it may be secret. */
function nameOf(one: Recipient): string {
  return "webhook" in one
    ? `the webhook at ${URL.parse(one.webhook.url)?.host ?? ""}`
    : `the room of target ${one.target.target.name}`;
}

/** Rejects once the signal is aborted; sent requests may still be pending then. */
function end(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
