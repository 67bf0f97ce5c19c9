/**
 * Server-sent events that name the environments that changed. The number of clients is bounded; stalled ones are
 * dropped.
 */

import type { Clock } from "../../model/wire.ts";
import type { Served } from "../served.ts";

/** Limits for event clients. */
export interface LiveLimits {
  /** The maximum number of clients. */
  readonly clients: number;
  /** A client that has read nothing for this long is dropped. */
  readonly stalledMs: number;
  /**
   * The interval of keep-alive messages, which make proxies keep the connection open and reveal disconnected clients.
   */
  readonly everyMs: number;
}

/** The default limits. */
const liveLimits: LiveLimits = { clients: 500, stalledMs: 30_000, everyMs: 15_000 };

/** The clients of the event stream. */
export interface LiveClients {
  /** Opens a stream until `signal` is aborted; undefined if there are too many clients. */
  open(signal: AbortSignal): ReadableStream<Uint8Array> | undefined;
  readonly count: number;
  /** Ends all streams. */
  close(): void;
}

/** A client with this many unread chunks counts as stalled. */
const waitingMost = 4;

interface LiveClient {
  /** The environments that changed since the last message. Each is listed once, however often it changed. */
  readonly changed: Set<string>;
  flush(): void;
  end(): void;
}

/** Manages the clients of a server's events. */
export function liveClients(served: Served, clock: Clock, limits: LiveLimits = liveLimits): LiveClients {
  const clients = new Set<LiveClient>();
  return {
    get count() {
      return clients.size;
    },
    open: (signal) =>
      clients.size >= limits.clients ? undefined : stream({ served, clients, clock, limits, signal }),
    close: () => {
      for (const client of clients) client.end();
    },
  };
}

interface StreamParts {
  /** The environments that the viewer who opened the stream may see: each client has its own listener. */
  readonly served: Served;
  readonly clients: Set<LiveClient>;
  readonly clock: Clock;
  readonly limits: LiveLimits;
  readonly signal: AbortSignal;
}

function stream({ served, clients, clock, limits, signal }: StreamParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const over = new AbortController();
  let readAt = clock.now();
  let own: LiveClient | undefined;
  const stopListening = served.listen((id) => {
    own?.changed.add(id);
    own?.flush();
  });
  const leave = () => {
    stopListening();
    if (own) clients.delete(own);
    over.abort();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const hasRoom = () => (controller.desiredSize ?? 0) > 0;
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const client: LiveClient = {
          changed: new Set(),
          flush: () => {
            if (over.signal.aborted || client.changed.size === 0 || !hasRoom()) return;
            send(`event: changed\ndata: ${JSON.stringify([...client.changed])}\n\n`);
            client.changed.clear();
          },
          end: () => {
            if (over.signal.aborted) return;
            leave();
            controller.close();
          },
        };
        own = client;
        clients.add(client);
        signal.addEventListener("abort", client.end, { once: true });
        if (signal.aborted) return client.end();
        send("retry: 5000\n\n");
        void beat({ clock, limits, until: over.signal }, () => {
          if (hasRoom()) send(": still here\n\n");
          else if (clock.now() - readAt >= limits.stalledMs) client.end();
        });
      },
      pull: () => {
        readAt = clock.now();
        own?.flush();
      },
      cancel: leave,
    },
    { highWaterMark: waitingMost },
  );
}

async function beat(
  { clock, limits, until }: Pick<StreamParts, "clock" | "limits"> & { readonly until: AbortSignal },
  act: () => void,
): Promise<void> {
  try {
    for (;;) {
      await clock.wait(limits.everyMs, until);
      if (until.aborted) return;
      act();
    }
  } catch (error) {
    if (!until.aborted) throw error;
  }
}
