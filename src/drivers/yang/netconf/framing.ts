/** Splits NETCONF's byte stream into messages, which end with `]]>]]>` or consist of chunks (RFC 6242, 4). Pure. */

/**
 * The next message in the received bytes. A broken stream stays broken, because it is unknown where the next message
 * begins.
 */
export type NextMessage =
  | { readonly state: "more" }
  | { readonly state: "message"; readonly text: string }
  /** `isTooMuch`: the message is too long, so that a retry would get the same message. */
  | { readonly state: "broken"; readonly fault: string; readonly isTooMuch?: true };

/** How messages are framed, as negotiated by the hellos. */
export type FramingMode = "end-of-message" | "chunked";

const endOfMessage = bytesOf("]]>]]>");
/** `\n#4294967295\n` is the longest header of a chunk. */
const maxHeader = 13;

/**
 * The maximum number of chunks in a message. A message in more chunks is rejected, because the header of a chunk costs
 * more than the few bytes in it.
 */
const maxChunks = 250_000;

/** The maximum size of the buffer that is kept between messages, since every device has a stream of its own. */
const keptRoom = 65_536;

/** A growing byte buffer. */
class Gathered {
  #bytes = new Uint8Array(0);
  length = 0;

  push(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) {
      const room = new Uint8Array((this.length + bytes.length) * 2);
      room.set(this.#bytes.subarray(0, this.length));
      this.#bytes = room;
    }
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Returns a message in the form in which it is sent. */
export function framed(text: string, as: FramingMode): Uint8Array {
  if (as === "end-of-message") return bytesOf(`${text}]]>]]>`);
  const bytes = bytesOf(text);
  return joined([bytesOf(`\n#${bytes.length}\n`), bytes, bytesOf("\n##\n")]);
}

/** Splits one stream into messages. */
export class Framing {
  /** The framing of the next message. */
  as: FramingMode = "end-of-message";
  #bytes = new Uint8Array(4096);
  #from = 0;
  #to = 0;
  /** The position up to which the end of the message has been searched for. */
  #searched = 0;
  /** The chunks of an incomplete message. */
  #chunks = new Gathered();
  #chunkCount = 0;

  /** Adds received bytes. */
  push(bytes: Uint8Array): void {
    const length = this.#to - this.#from;
    if (this.#to + bytes.length > this.#bytes.length) {
      const room = new Uint8Array(Math.max(this.#bytes.length, (length + bytes.length) * 2));
      room.set(this.#bytes.subarray(this.#from, this.#to));
      this.#bytes = room;
      this.#searched -= this.#from;
      this.#from = 0;
      this.#to = length;
    }
    this.#bytes.set(bytes, this.#to);
    this.#to += bytes.length;
  }

  /** Returns the next message of at most `maxBytes` bytes, once it is complete. */
  next(maxBytes: number): NextMessage {
    const cut = this.as === "chunked" ? this.#chunk(maxBytes) : this.#toEnd();
    if (cut.state !== "more") this.#release();
    const length = this.#to - this.#from + this.#chunks.length;
    if (cut.state === "more" && length > maxBytes + maxHeader) return tooMuch(tooLong(maxBytes));
    return cut;
  }

  /** Releases the buffer if it is still large after a long message. */
  #release(): void {
    const left = this.#to - this.#from;
    if (this.#bytes.length <= keptRoom || left > keptRoom) return;
    const room = new Uint8Array(keptRoom);
    room.set(this.#bytes.subarray(this.#from, this.#to));
    this.#bytes = room;
    this.#searched = Math.max(0, this.#searched - this.#from);
    this.#from = 0;
    this.#to = left;
  }

  #toEnd(): NextMessage {
    const start = Math.max(this.#from, this.#searched - endOfMessage.length);
    const end = indexOf(this.#bytes.subarray(0, this.#to), endOfMessage, start);
    this.#searched = this.#to;
    if (end < 0) return { state: "more" };
    const message = this.#bytes.slice(this.#from, end);
    this.#from = end + endOfMessage.length;
    this.#searched = this.#from;
    return decoded(message);
  }

  #chunk(maxBytes: number): NextMessage {
    for (;;) {
      const header = this.#header();
      if (typeof header === "string") return broken(header);
      if (header === undefined) return { state: "more" };
      if (header.size === 0) {
        this.#from = header.end;
        const chunks = this.#chunks;
        this.#chunks = new Gathered();
        this.#chunkCount = 0;
        return chunks.length === 0 ? broken("has no chunk before its end") : decoded(chunks.all);
      }
      if (this.#chunks.length + header.size > maxBytes) return tooMuch(tooLong(maxBytes));
      if (this.#to < header.end + header.size) return { state: "more" };
      this.#chunks.push(this.#bytes.subarray(header.end, header.end + header.size));
      this.#chunkCount += 1;
      if (this.#chunkCount > maxChunks) return tooMuch(`has more than ${maxChunks} chunks`);
      this.#from = header.end + header.size;
    }
  }

  /**
   * Returns the size of the chunk that begins here, and the position of its bytes. Size 0 means the end of the message.
   * A text says what is wrong with the header. Undefined: the header is incomplete.
   */
  #header(): { readonly size: number; readonly end: number } | string | undefined {
    const head = this.#bytes.subarray(this.#from, Math.min(this.#to, this.#from + maxHeader));
    const text = new TextDecoder("latin1").decode(head);
    const whole = /^\n#(?:(#)|([1-9]\d{0,9}))\n/.exec(text);
    if (whole) return { size: Number(whole[2] ?? 0), end: this.#from + whole[0].length };
    const begun = /^(?:\n(?:#(?:#|[1-9]\d{0,9})?)?)?$/.test(text);
    return begun && head.length < maxHeader ? undefined : "has no chunk where one must begin";
  }
}

function broken(fault: string): NextMessage {
  return { state: "broken", fault };
}

const mega = 1024 * 1024;

function tooLong(maxBytes: number): string {
  return `is longer than ${maxBytes < mega ? `${maxBytes} bytes` : `${maxBytes / mega} MB`}`;
}

function tooMuch(fault: string): NextMessage {
  return { state: "broken", fault, isTooMuch: true };
}

function decoded(bytes: Uint8Array): NextMessage {
  try {
    return {
      state: "message",
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    };
  } catch {
    return broken("is not UTF-8");
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function indexOf(bytes: Uint8Array, sought: Uint8Array, from: number): number {
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
