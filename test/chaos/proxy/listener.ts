/** A port of loopback. It can close for a while, with all its connections, and reopen with the same number. */

import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A listening port. */
export interface Listener {
  readonly port: number;
  /** Ends every connection, and refuses new ones for this long. */
  readonly restart: (downMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const loopback = "127.0.0.1";

/** Listens on any free port. Each connection is passed to `connected`, and is closed when the listener closes. */
export async function listener(connected: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  let isClosed = false;
  let down: Promise<void> | undefined;
  const open = async (port: number) => {
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      // A client that disconnects is not an error.
      socket.on("error", () => socket.destroy());
      connected(socket);
    });
    server.listen(port, loopback);
    await once(server, "listening");
    return server;
  };
  let server = await open(0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const shut = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const restarted = async (downMs: number) => {
    await shut();
    await delay(downMs);
    if (!isClosed) server = await open(port);
  };
  return {
    port,
    restart: (downMs) => {
      down ??= restarted(downMs).finally(() => {
        down = undefined;
      });
      return down;
    },
    close: async () => {
      isClosed = true;
      await down?.catch(() => undefined);
      await shut();
    },
  };
}
