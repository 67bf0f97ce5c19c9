/** Which ETag a write may name: the one that was seen, moved on by what this run itself has written since. */

import type { WireReply, WireRequest } from "../../model/wire.ts";

/** A write that has left, and what came of it. */
interface Sent {
  /** The ETag that was seen when the write was made up. */
  readonly version: string | undefined;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** What is known of one device's tag. */
interface Known {
  /** The tag that the device must have now. */
  latest: string | undefined;
  /** Tags that were seen → what own writes have made of them; undefined when the device did not say. */
  readonly moved: Map<string, string | undefined>;
}

/**
 * The tags of devices (RFC 8040, 3.4.1). Most devices have one for the whole datastore, which moves with each write,
 * so that what was seen before an own write would be refused after it. Some have one for each resource: there the tag
 * of a container is refused for what is in it. A look that shows a refused tag again proves that nothing has moved:
 * to such a device no tag is sent any more. What is created carries none, and is taken to move the latest one.
 */
export class EntityTags {
  readonly #devices = new Map<string, Known>();
  readonly #refused = new Set<string>();
  readonly #useless = new Set<string>();

  /** Notes what a read showed. */
  seen(host: string, version: string): void {
    if (this.#refused.has(`${host} ${version}`)) this.#useless.add(host);
    const known = this.#of(host);
    known.latest = version;
    known.moved.delete(version);
  }

  /** The tag for a write that was made up for this one; undefined: none is known that could be taken. */
  current(host: string, version: string | undefined): string | undefined {
    if (version === undefined || this.#useless.has(host)) return undefined;
    const { moved } = this.#of(host);
    return moved.has(version) ? moved.get(version) : version;
  }

  /** Notes what a write did to the device's tag. */
  sent(host: string, { version, request, reply }: Sent): void {
    if (reply.outcome !== "answered") return;
    const tag = request.headers["if-match"];
    if (reply.status === 412) {
      this.#devices.delete(host);
      this.#refused.add(`${host} ${tag}`);
    }
    if (reply.status >= 300) return;
    const known = this.#of(host);
    const before = version === undefined ? known.latest : tag;
    const after = reply.headers.etag;
    const same = [...known.moved].filter(([, now]) => now === before).map(([seen]) => seen);
    for (const seen of [version ?? known.latest, ...same])
      if (seen !== undefined) known.moved.set(seen, after);
    known.latest = after;
  }

  #of(host: string): Known {
    const known = this.#devices.get(host) ?? {
      latest: undefined,
      moved: new Map<string, string | undefined>(),
    };
    this.#devices.set(host, known);
    return known;
  }
}
