/** A NETCONF device on loopback: SSH with the subsystem `netconf`, and both framings of RFC 6242. */

import { generateKeyPairSync } from "node:crypto";
import ssh2, { type Connection, type ServerChannel } from "ssh2";
import { known } from "../servers/credentials.ts";
import { Device, type DeviceSwitches, helloOf, replyTo } from "./device.ts";
import { type Element, parseXml } from "./xml.ts";

/** One rpc, as it arrived. */
interface HeardRpc {
  /** When the rpc arrived, in milliseconds by this process's monotonic clock. */
  readonly at: number;
  readonly operation: Element;
  readonly text: string;
}

/** A running device. */
export interface ListeningDevice {
  readonly port: number;
  /** The fingerprint of the device's host key, as `SHA256:…`. */
  readonly hostKey: string;
  readonly heard: readonly HeardRpc[];
  readonly device: Device;
  readonly close: () => void;
}

const end = "]]>]]>";

/** Listens on a free port of 127.0.0.1. */
export async function listenNetconf(switches: DeviceSwitches): Promise<ListeningDevice> {
  const key = freshKey();
  const device = new Device(switches);
  const heard: HeardRpc[] = [];
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [key] }, (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection)).on("error", () => connection.end());
    connection.on("authentication", (asked) => {
      const isKnown =
        asked.method === "password" && asked.username === known.username && asked.password === known.password;
      if (isKnown) asked.accept();
      else asked.reject(["password"]);
    });
    connection.on("session", (accept) =>
      accept().on("subsystem", (acceptSubsystem, reject, { name }) =>
        name === "netconf" ? converse(acceptSubsystem(), { device, switches, heard }) : reject(),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    hostKey: await fingerprintOf(key),
    heard,
    device,
    close: () => {
      for (const each of connections) each.end();
      server.close();
    },
  };
}

async function fingerprintOf(privateKey: string): Promise<string> {
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const digest = await crypto.subtle.digest("SHA-256", parsed.getPublicSSH());
  return `SHA256:${Buffer.from(digest).toString("base64").replace(/=+$/, "")}`;
}

interface Session {
  readonly device: Device;
  readonly switches: DeviceSwitches;
  readonly heard: HeardRpc[];
}

/** Both sides send hello with the old framing. If both support base:1.1, chunks follow. */
function converse(channel: ServerChannel, { device, switches, heard }: Session): void {
  let buffer = "";
  let chunked: boolean | undefined;
  const send = (text: string) =>
    channel.write(chunked === true ? `\n#${Buffer.byteLength(text)}\n${text}\n##\n` : `${text}${end}`);
  const take = (text: string) => {
    const message = parseXml(text);
    if (message.name === "hello") {
      const theirs = text.includes("urn:ietf:params:netconf:base:1.1");
      chunked = theirs && switches.only10 !== true;
      return;
    }
    const [operation] = message.children;
    if (operation === undefined) return;
    heard.push({ at: performance.now(), operation, text });
    send(replyTo(message, device.answer(operation)));
    if (operation.name === "close-session") channel.end();
  };
  channel.setEncoding("utf8").on("data", (data: string) => {
    buffer += data;
    for (let one = cut(buffer, chunked === true); one; one = cut(buffer, chunked === true)) {
      buffer = one.rest;
      take(one.message);
    }
  });
  send(helloOf(switches, 1));
}

/**
 * Returns the first complete message in the received data, and the rest. Returns undefined if no message is complete.
 */
function cut(buffer: string, isChunked: boolean): { message: string; rest: string } | undefined {
  if (!isChunked) {
    const at = buffer.indexOf(end);
    return at < 0 ? undefined : { message: buffer.slice(0, at), rest: buffer.slice(at + end.length) };
  }
  let rest = buffer;
  let message = "";
  for (let head = /^\n#(\d+)\n/.exec(rest); head; head = /^\n#(\d+)\n/.exec(rest)) {
    const bytes = Buffer.from(rest.slice(head[0].length));
    const size = Number(head[1]);
    if (bytes.length < size) return undefined;
    message += bytes.subarray(0, size).toString();
    rest = bytes.subarray(size).toString();
  }
  return rest.startsWith("\n##\n") ? { message, rest: rest.slice(4) } : undefined;
}

/** Returns a new key from Node. ssh2 generates some keys that it cannot read, about one in several hundred. */
function freshKey(): string {
  return generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
}
