/** Posts a notification to a webhook: a signed JSON document, retried under one idempotency key. */

import { parseJson } from "../model/json.ts";
import type { Notification } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Secret } from "../model/secret.ts";
import type { Clock, Digest, Wire, WireReply, WireRequest } from "../model/wire.ts";

/** The keyed hash of a text, in hexadecimal: HMAC-SHA256 (RFC 2104). */
type Sign = (key: Secret, text: string) => string;

/** A webhook, ready for use. */
export interface OpenWebhook {
  readonly url: string;
  readonly key: Secret;
  readonly wire: Wire;
}

/** The clock, digest and signature for sending. */
export interface WebhookPorts {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly sign: Sign;
}

/** The waits before the second and the third attempt. */
const waitsMs: readonly number[] = [1000, 4000];

/**
 * Why a webhook was not notified; undefined if it was. There are at most three attempts, with the same bytes and the
 * same idempotency key.
 */
export async function postToWebhook(
  hook: OpenWebhook,
  { notification, ports }: { readonly notification: Notification; readonly ports: WebhookPorts },
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const request = requestOf(hook, notification, ports);
  for (let sent = 0; ; sent += 1) {
    const reply = await hook.wire.send(request, signal);
    if (reply.outcome === "answered" && reply.status >= 200 && reply.status < 300) return undefined;
    const waitMs = waitsMs[sent];
    if (waitMs === undefined || !mayPass(reply)) return refused(hook, reply);
    await ports.clock.wait(waitMs, signal);
  }
}

/**
 * Signs the time, a dot and the body. The signed time lets the receiver refuse an intercepted document that is sent
 * again later.
 */
function requestOf(
  { url, key }: OpenWebhook,
  notification: Notification,
  { digest, sign }: WebhookPorts,
): WireRequest {
  const text = JSON.stringify(notification);
  const timestamp = String(Math.floor(Date.parse(notification.at) / 1000));
  const headers = {
    "content-type": "application/json",
    "idempotency-key": digest(text).slice(0, 32),
    "x-trueup-event": notification.event,
    "x-trueup-timestamp": timestamp,
    "x-trueup-signature": `sha256=${sign(key, `${timestamp}.${text}`)}`,
  };
  return { method: "POST", url, headers, body: parseJson(text) ?? null };
}

/** True for a failure that may be temporary. */
function mayPass(reply: WireReply): boolean {
  if (reply.outcome === "blocked") return false;
  return reply.outcome === "lost" || reply.status === 429 || reply.status >= 500;
}

/** The failure, naming only the host: the path may be as secret as a password. */
function refused({ url }: OpenWebhook, reply: WireReply): Problem {
  const host = URL.parse(url)?.host ?? "";
  const why = reply.outcome === "answered" ? `it answered ${reply.status}` : "it could not be reached";
  return problem("not-told", `the webhook at ${host} was not notified: ${why}.`, {
    hint: "Check `webhook` under notify in trueup.yaml. This warning does not change the exit status of the run.",
  });
}
