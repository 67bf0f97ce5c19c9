/** One open subsystem: sends and receives bytes within a time limit, with backpressure. */

import type { Client, ClientChannel } from "ssh2";
import { type Channel, type ChannelMessage, type ExchangeResult, messageBytes } from "../../model/channel.ts";
import type { Endpoint } from "../../model/project.ts";
import type { Secret } from "../../model/secret.ts";
import { requestProblem } from "../http/errors.ts";

/** How long a server may take to close a connection. */
const patienceMs = 1000;

/** The options of a channel. */
export interface ChannelOptions {
  readonly target: Endpoint;
  readonly url: string;
  readonly timeoutSeconds: number;
  readonly client: Client;
  readonly stream: ClientChannel;
  /** Aborting this signal ends the connection. */
  readonly cut?: AbortSignal | undefined;
  shown(text: string): string;
  /** Opens a secret that is about to be sent. */
  reveal(secret: Secret): string;
}

/** A channel over an open stream. After a lost exchange, it closes the connection. */
export function channelOver(opened: ChannelOptions): Channel {
  const { client, stream, shown } = opened;
  const over: Over = {};
  const gone = new Promise<void>((done) => {
    const end = (error: Error) => {
      over.error ??= error;
      done();
    };
    client.on("error", end);
    stream.on("error", end);
    stream.once("close", () => end(new Error("the device ended the session")));
    client.once("close", () => end(new Error("the connection was closed")));
  });
  stream.stderr.resume();
  stream.pause();
  return {
    shown,
    exchange: (message, take) => exchange({ ...opened, gone, over }, message, take),
    close: async () => {
      client.end();
      const timer = setTimeout(() => client.destroy(), patienceMs);
      await gone;
      clearTimeout(timer);
      client.destroy();
    },
  };
}

/** The error that closed a channel, if any. */
interface Over {
  error?: Error;
}

interface Open extends ChannelOptions {
  /** Resolves when no more bytes can arrive. */
  readonly gone: Promise<void>;
  readonly over: Over;
}

async function exchange(
  open: Open,
  message: ChannelMessage,
  take: (bytes: Uint8Array) => boolean,
): Promise<ExchangeResult> {
  const { stream, client, target, url, timeoutSeconds, shown, gone, over, cut } = open;
  const lost = (sent: boolean, late?: "timeout"): ExchangeResult => {
    const { error } = over;
    const ended = cut?.aborted ? "interrupted" : late;
    const problem = requestProblem({ target, url, error, ended, timeoutSeconds, sent, shown });
    return { outcome: "lost", sent, problem };
  };
  if (over.error || stream.destroyed) return lost(false);
  const came = Promise.withResolvers<"whole">();
  const listen = (data: Buffer) => {
    if (!take(data)) return;
    stream.off("data", listen);
    stream.pause();
    came.resolve("whole");
  };
  stream.on("data", listen);
  stream.write(messageBytes(message, open.reveal));
  stream.resume();
  const timeout = Promise.withResolvers<"timeout">();
  const timer = setTimeout(() => timeout.resolve("timeout"), timeoutSeconds * 1000);
  const ended = await Promise.race([came.promise, timeout.promise, gone]);
  clearTimeout(timer);
  stream.off("data", listen);
  if (ended === "whole") return { outcome: "whole" };
  over.error ??= new Error("no answer came in time");
  client.destroy();
  return lost(true, ended === "timeout" ? ended : undefined);
}
