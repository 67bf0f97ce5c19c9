/** Opens a session of the NETCONF driver with a scripted device, and lists the items that a read returns. */

import type { Item, ReadReply, Session, Write } from "../../../../src/drivers/contract/contract.ts";
import type { ResourceQuery } from "../../../../src/model/collection.ts";
import type { Json } from "../../../../src/model/json.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { WireRequest } from "../../../../src/model/wire.ts";
import { calm, driverFor, writeOf } from "../../opened.ts";
import { type Script, type ScriptedDevice, scriptedDevice } from "./device.ts";

/** A write as a test describes it. The host is left out of its identity. */
export type WritePart = Pick<Write, "operation" | "kind" | "identity"> & Partial<Write>;

/** Returns a write to the only device of these tests. */
export function writeAt(part: WritePart): Write {
  return writeOf({ scope: { host }, ...part, identity: `${host} ${part.identity}` });
}

/** A session, and the device that it talks to. */
export interface Opened extends ScriptedDevice {
  readonly session: Session;
  /** The requests that were sent over the wire. */
  readonly sent: WireRequest[];
  close(): Promise<void>;
  read(...wanted: readonly ResourceQuery[]): Promise<ReadReply>;
  write(part: WritePart, signal?: AbortSignal): ReturnType<Session["write"]>;
}

/** The host of the only device. */
const host = "10.20.0.1";

/** Returns the query for a resource of the device by its key, with its declared values. */
export function sought(kind: string, key: string, ...declared: readonly Json[]): ResourceQuery {
  return { kind, identity: `${host} ${key}`, scope: { host }, declared };
}

/** Opens a session with a device that follows a script. */
export function withDevice(script: Script = {}, settings: Json = {}): Opened {
  const driver = driverFor("netconf");
  const device = scriptedDevice(script);
  const dialect = driver.dialect("neutral", settings);
  const talked = driver.converse?.({ target: "routers", dialect, channels: device.channels });
  if (!talked) throw new Error("NETCONF is spoken over HTTP");
  const sent: WireRequest[] = [];
  const wire = {
    send: async (request: WireRequest, signal: AbortSignal) => {
      // The pacer does the same: if a request waits for its turn when the run ends, the request is not sent.
      signal.throwIfAborted();
      const held = await request.leaving?.();
      if (held) return { outcome: "blocked", problem: held } as const;
      sent.push(request);
      return talked.wire.send(request, signal);
    },
  };
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const session = driver.open({
    target: {
      ...{
        name: "routers",
        interface: "netconf",
        dialect: "neutral",
        url: "ssh://{host}",
        hosts: ["10.20.0.0/16"],
      },
      ...{ credential: {}, tls: {}, limits: {}, settings: {}, at },
    },
    dialect,
    wire,
    credential: { username: new Secret("admin"), password: new Secret("canary") },
    secret: () => new Secret(""),
    now: () => 0,
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  return {
    ...device,
    session,
    sent,
    close: talked.close,
    read: (...wanted) => session.read({ collection: "tree", scope: { host }, wanted }, calm),
    write: (part, signal = calm) => session.write(writeAt(part), signal),
  };
}

/** Returns the items of a complete read, by kind and path. Throws if the read is not complete. */
export function itemsIn(reply: ReadReply): Readonly<Record<string, Json>> {
  if (reply.state !== "whole") throw new Error(JSON.stringify(reply));
  const named = ({ kind, identity }: Item) => `${kind} ${identity.slice(host.length + 1)}`;
  return Object.fromEntries(reply.items.map((item) => [named(item), item.value]));
}
