/**
 * Opens the recipients of notifications: chat rooms, through the targets that are already open, and webhooks, each with
 * a wire of its own. Sends nothing.
 */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Notify, NotifyEvent } from "../model/notify.ts";
import type { Endpoint } from "../model/project.ts";
import type { Secret } from "../model/secret.ts";
import type { Wire } from "../model/wire.ts";
import type { Recipient } from "./notify.ts";

/** The inputs for opening recipients. */
interface Ears {
  readonly targets: ReadonlyMap<string, OpenTarget>;
  /** Secrets by reference, including the keys of the webhooks. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Opens a wire to a webhook. */
  readonly wireTo: (endpoint: Endpoint) => { readonly wire: Wire; close(): Promise<void> };
}

/** The timeout of one attempt. */
const timeoutSeconds = 10;

/** The entries of `notify:` for these events. */
export function entriesFor(
  notify: readonly Notify[] | undefined,
  events: readonly NotifyEvent[],
): readonly Notify[] {
  return (notify ?? []).filter(({ on }) => on.some((event) => events.includes(event)));
}

/** Opens the recipients. `close` closes their connections. */
export function openListening(
  entries: readonly Notify[],
  { targets, secrets, wireTo }: Ears,
): { readonly listening: readonly Recipient[]; close(): Promise<void> } {
  const wires: { close(): Promise<void> }[] = [];
  const listening = entries.map((entry): Recipient => {
    const { on } = entry;
    if ("room" in entry) {
      const target = targets.get(entry.target);
      if (!target) throw new Error(`a target of notify is not open: ${entry.target}`);
      return { on, target, room: entry.room };
    }
    const { webhook: url, ca } = entry;
    const tls = ca === undefined ? {} : { ca };
    const key = secrets.get(entry.key.secret);
    if (!key) throw new Error("the key of a webhook is not open");
    const name = `webhook ${URL.parse(url)?.host ?? ""}`;
    const opened = wireTo({ name, url, hosts: [], tls, limits: { timeoutSeconds } });
    wires.push(opened);
    return { on, webhook: { url, key, wire: opened.wire } };
  });
  return {
    listening,
    close: async () => {
      await Promise.all(wires.map(({ close }) => close()));
    },
  };
}
