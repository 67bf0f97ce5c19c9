/** The SSH server. One listener on loopback serves the NETCONF of all routers (RFC 6242). */

import { createHash, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { AuthContext, Connection, ParsedKey, ServerChannel, utils } from "ssh2";
import { connect, disconnect, receive, type SentMessage } from "./netconf/netconf.ts";
import type { SimulatorSettings } from "./wire/settings.ts";
import type { ServedWorld } from "./world-holder.ts";

/** A listener for NETCONF. */
export interface ServedSsh {
  /** The URL for a target. It contains `{host}`. The SSH user name is `<username>@<host>`. */
  readonly url: string;
  /** The fingerprint of the host key, `SHA256:...`. The host key is new at each start. */
  readonly fingerprint: string;
  /** A line for a known_hosts file. */
  readonly knownHost: string;
  readonly close: () => Promise<void>;
}

type KeyReader = typeof utils;

const loopback = "127.0.0.1";

/** Starts the listener. With port 0, it uses any free port. Rejects with the system's error if the port is taken. */
export async function serveSsh(held: ServedWorld, wantedPort: number): Promise<ServedSsh> {
  // ssh2 is imported only here, because nothing else in the simulator needs it.
  const { Server, utils } = (await import("ssh2")).default;
  const hostKey = freshKey();
  const sessions = new Map<number, Talk>();
  const connections = new Set<Connection>();
  const ssh = new Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
    // A client that disconnects early is not an error.
    connection.on("error", () => connection.end());
    admit(connection, { held, sessions, utils });
  });
  // ssh2's own listener waits for acknowledgements, which delays the opening of a session by 400 ms.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  server.listen(wantedPort, loopback);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : wantedPort;
  return {
    url: `ssh://${loopback}:${port}/{host}`,
    ...knownBy(hostKey, `[${loopback}]:${port}`, utils),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const connection of connections) connection.end();
      await closed;
    },
  };
}

/**
 * Returns a new host key. It is generated without ssh2, which generates some keys that it cannot read, about one in
 * several hundred.
 */
function freshKey(): string {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

/** Returns the fingerprint and the known_hosts line of a key. */
function knownBy(
  key: string,
  name: string,
  { parseKey }: KeyReader,
): Pick<ServedSsh, "fingerprint" | "knownHost"> {
  const parsed = parseKey(key);
  if (parsed instanceof Error) throw parsed;
  const blob = parsed.getPublicSSH();
  const digest = createHash("sha256").update(blob).digest("base64");
  return {
    fingerprint: `SHA256:${digest.replace(/=+$/, "")}`,
    knownHost: `${name} ${parsed.type} ${blob.toString("base64")}`,
  };
}

/** A session's channel, and its output queue. */
interface Talk {
  readonly channel: ServerChannel;
  readonly end: () => void;
  sending: Promise<void>;
}

interface Shell {
  readonly held: ServedWorld;
  readonly sessions: Map<number, Talk>;
  readonly utils: KeyReader;
}

/** Splits a user name of the form `<username>@<host>`. Without `@`, the host is empty. */
function loginOf(name: string): { readonly user: string; readonly host: string } {
  const at = name.lastIndexOf("@");
  return at < 0 ? { user: name, host: "" } : { user: name.slice(0, at), host: name.slice(at + 1) };
}

function admit(connection: Connection, shell: Shell): void {
  let login = { user: "", host: "" };
  connection.on("authentication", (context) => {
    login = loginOf(context.username);
    const { settings } = shell.held.world();
    const known = login.user === settings.credentials.routerUsername;
    if (known && isProven(context, settings, shell.utils)) context.accept();
    else context.reject(["password", "publickey"]);
  });
  connection.on("session", (accept) => {
    accept().on("subsystem", (take, refuse, { name }) => {
      const known = shell.held.world().restconf.routers.has(login.host);
      if (name === "netconf" && known) begin(connection, take(), { login, shell });
      else refuse();
    });
  });
}

function isProven(context: AuthContext, settings: SimulatorSettings, { parseKey }: KeyReader): boolean {
  if (context.method === "password") return context.password === settings.credentials.routerPassword;
  if (context.method !== "publickey") return false;
  const { key, blob, signature, hashAlgo } = context;
  const known = settings.netconf.publicKeys
    .map((line) => parseKey(line))
    .find((each): each is ParsedKey => !(each instanceof Error) && each.getPublicSSH().equals(key.data));
  if (known === undefined || signature === undefined || blob === undefined) return known !== undefined;
  return known.verify(blob, signature, hashAlgo) === true;
}

interface Login {
  readonly login: { readonly user: string; readonly host: string };
  readonly shell: Shell;
}

function begin(connection: Connection, channel: ServerChannel, { login, shell }: Login): void {
  const { held, sessions } = shell;
  const greeted = connect(held.world(), login, held.now());
  held.edit(() => greeted.world);
  const { session } = greeted;
  if (session === undefined) return;
  const talk: Talk = { channel, end: () => connection.end(), sending: Promise.resolve() };
  sessions.set(session, talk);
  channel.on("error", () => connection.end());
  channel.on("data", (octets: Buffer) => {
    const heard = receive(held.world(), { session, octets }, held.now());
    held.edit(() => heard.world);
    send(talk, heard.sent);
    endOthers(shell);
  });
  channel.on("close", () => {
    sessions.delete(session);
    held.edit((world, now) => disconnect(world, session, now));
    connection.end();
  });
  send(talk, greeted.sent);
  endOthers(shell);
}

/** Sends messages in order. If a message is slow, the messages after it are delayed too. */
function send(talk: Talk, sent: readonly SentMessage[]): void {
  for (const { octets, delayMs } of sent) {
    talk.sending = talk.sending.then(async () => {
      if (delayMs > 0) await delay(delayMs, undefined, { ref: false });
      if (talk.channel.writable) talk.channel.write(octets);
    });
  }
}

/** Closes the channels of ended sessions once their last messages are sent. */
function endOthers({ held, sessions }: Shell): void {
  for (const [id, talk] of sessions) {
    if (held.world().netconf.sessions.has(id)) continue;
    sessions.delete(id);
    talk.sending = talk.sending.then(() => {
      talk.channel.end();
      talk.end();
    });
  }
}
