/**
 * NETCONF over raw SSH. Tests see the bytes that a client sends and receives, and use no code of the driver or the
 * simulator.
 */

import { Client, type ClientChannel, type ConnectConfig } from "ssh2";

/** The default capabilities of a client. */
export const bases = ["urn:ietf:params:netconf:base:1.0", "urn:ietf:params:netconf:base:1.1"];
const netconf = "urn:ietf:params:xml:ns:netconf:base:1.0";

/** Returns the hello of a client with these capabilities. */
export function helloWith(capabilities: readonly string[], more = ""): string {
  const listed = capabilities.map((each) => `<capability>${each}</capability>`).join("");
  return `<hello xmlns="${netconf}"><capabilities>${listed}</capabilities>${more}</hello>]]>]]>`;
}

/** Returns a request for this operation. */
export function rpcOf(operation: string, id = "1"): string {
  return `<rpc xmlns="${netconf}" message-id="${id}">${operation}</rpc>`;
}

/** Returns a message as one chunk. */
export function inChunk(message: string): string {
  return `\n#${Buffer.byteLength(message)}\n${message}\n##\n`;
}

/** Returns the message in a stream of chunks. The sizes of the chunks are in octets. */
function outOfChunks(stream: Buffer): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const header = /^\n#(?:(\d+)|#)\n/.exec(stream.subarray(at, at + 16).toString("latin1"));
    if (header === null) throw new Error(`no chunk at ${at}: ${stream.toString()}`);
    at += header[0].length;
    if (header[1] === undefined) return Buffer.concat(parts).toString();
    parts.push(stream.subarray(at, at + Number(header[1])));
    at += Number(header[1]);
  }
}

/** A channel of an SSH subsystem. Received data is kept until it is read. */
export class Conversation {
  readonly #connection: Client;
  readonly #channel: ClientChannel;
  #heard: Buffer = Buffer.alloc(0);
  #over = false;
  #wake: () => void = () => undefined;
  /** True once both sides have announced base:1.1. */
  chunked = false;

  constructor(connection: Client, channel: ClientChannel) {
    this.#connection = connection;
    this.#channel = channel;
    channel.on("data", (octets: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, octets]);
      this.#wake();
    });
    channel.on("close", () => {
      this.#over = true;
      this.#wake();
    });
  }

  /** Sends octets unchanged. */
  send(octets: string): void {
    this.#channel.write(Buffer.from(octets));
  }

  /** Returns everything up to the first occurrence of the mark. Throws if the conversation ends before the mark. */
  async until(mark: string): Promise<Buffer> {
    for (;;) {
      const at = this.#heard.indexOf(mark);
      if (at >= 0) {
        const whole = this.#heard.subarray(0, at + mark.length);
        this.#heard = this.#heard.subarray(at + mark.length);
        return whole;
      }
      if (this.#over) throw new Error(`ended after ${JSON.stringify(this.#heard.toString())}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits until the other side ends the conversation; returns what it sent. */
  async end(): Promise<string> {
    while (!this.#over) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#heard.toString();
  }

  /** Returns the next message. */
  async next(): Promise<string> {
    if (this.chunked) return outOfChunks(await this.until("\n##\n"));
    return (await this.until("]]>]]>")).toString().replace("]]>]]>", "");
  }

  /** Sends an operation; returns the reply. */
  rpc(operation: string, id = "1"): Promise<string> {
    const message = rpcOf(operation, id);
    this.send(this.chunked ? inChunk(message) : `${message}]]>]]>`);
    return this.next();
  }

  /** Ends the conversation without a message. */
  drop(): void {
    this.#connection.end();
  }
}

/** Opens a channel of a subsystem. Rejects if the login or the subsystem is refused. */
export function connected(config: ConnectConfig, subsystem = "netconf"): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    const connection = new Client();
    connection.on("error", reject);
    connection.on("ready", () =>
      connection.subsys(subsystem, (error, channel) => {
        if (error === undefined) resolve(new Conversation(connection, channel));
        else {
          connection.end();
          reject(error);
        }
      }),
    );
    connection.once("connect", () => connection.setNoDelay(true));
    connection.connect(config);
  });
}

/** Returns the texts of all elements with a name in a reply. */
export function textsOf(reply: string, name: string): readonly string[] {
  return [...reply.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(
    ([, text = ""]) => text,
  );
}

/** Returns the content of `<data>`, without namespace declarations. */
export function dataOf(reply: string): string {
  const found = /<data(?: [^>]*)?>(.*)<\/data>|<data(?: [^>]*)?\/>/s.exec(reply);
  if (found === null) throw new Error(`no data in ${reply}`);
  return (found[1] ?? "").replace(/ xmlns="[^"]*"/g, "");
}
