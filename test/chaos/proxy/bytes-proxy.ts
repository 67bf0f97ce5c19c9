/** A proxy for SSH. Requests are encrypted and cannot be told apart, so a fault strikes a whole connection. */

import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Effect, Striker } from "./effect.ts";
import type { ProxyOptions, RunningProxy } from "./http-proxy.ts";
import { listener } from "./listener.ts";

/** A fault strikes at a byte below this number: a session has a few thousand bytes in each direction. */
const longest = 9000;

/** Listens on a port, and forwards the bytes of each connection. */
export async function bytesProxy({
  to,
  striker,
  restarted,
}: Pick<ProxyOptions, "to" | "striker" | "restarted">): Promise<RunningProxy> {
  const port = await listener((client) => {
    const effect = striker.strike({ interface: "netconf", concern: "session" });
    if (effect?.kind === "restart") {
      restarted(effect.loses);
      void port.restart(effect.downMs);
      return;
    }
    join(client, connect({ port: to, host: "127.0.0.1", noDelay: true, allowHalfOpen: true }), {
      effect,
      striker,
    });
  });
  return { port: port.port, settled: async () => {}, close: port.close };
}

interface Strike {
  readonly effect: Effect | undefined;
  readonly striker: Pick<Striker, "draw">;
}

function join(client: Socket, server: Socket, { effect, striker }: Strike): void {
  server.on("error", () => client.destroy());
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
  const at = Math.floor(striker.draw() * longest);
  const when = effect && "when" in effect ? effect.when : "after";
  // A fault with `before` strikes the client's bytes, and every other fault the server's bytes.
  const struck: Struck = { at, effect };
  pass(client, server, when === "before" ? struck : {});
  pass(server, client, when === "after" ? struck : {});
}

interface Struck {
  readonly at?: number;
  readonly effect?: Effect | undefined;
}

/** Forwards bytes in order, up to the byte at which the fault strikes. */
function pass(from: Socket, to: Socket, { at = 0, effect }: Struck): void {
  let passed = 0;
  let isOver = false;
  let sending = Promise.resolve();
  const send = (chunk: Buffer) => {
    sending = sending.then(() => slowly(to, chunk, effect));
  };
  from.on("data", (chunk: Buffer) => {
    if (isOver) return;
    const left = at - passed;
    passed += chunk.length;
    if (effect === undefined || isSlowness(effect) || left > chunk.length) return send(chunk);
    isOver = true;
    send(chunk.subarray(0, Math.max(0, left)));
    void sending.then(() => strike(from, to, effect));
  });
  from.on("end", () => void sending.then(() => isOver || to.end()));
}

function isSlowness({ kind }: Effect): boolean {
  return kind === "latency" || kind === "drip";
}

async function slowly(to: Socket, chunk: Buffer, effect: Effect | undefined): Promise<void> {
  if (to.destroyed) return;
  if (effect?.kind === "latency") await delay(effect.ms);
  if (effect?.kind !== "drip") return void to.write(chunk);
  const size = Math.ceil(chunk.length / 4);
  for (let at = 0; at < chunk.length && !to.destroyed; at += size) {
    to.write(chunk.subarray(at, at + size));
    await delay(effect.pieceMs);
  }
}

function strike(from: Socket, to: Socket, { kind }: Effect): void {
  if (kind === "stall") return;
  if (kind === "garbage") to.write(Buffer.from("SSH-2.0-\r\n\0\u00ff<rpc-reply/>".repeat(4)));
  if (kind === "halfClosed" || kind === "garbage") to.end();
  else {
    to.resetAndDestroy();
    from.resetAndDestroy();
  }
}
