/** Which ETag a write may name: the one that was seen, moved on by what this run itself has written since. */

import type { WireReply, WireRequest } from "../../model/wire.ts";

/** A write that has left, and what came of it. */
interface Sent {
  /** The ETag that was seen when the write was made up. */
  readonly version: string | undefined;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/**
 * The tags of devices (RFC 8040, 3.4.1). Most devices have one for the whole datastore, which moves with each write,
 * so that what was seen before an own write would be refused after it. Some have one for each resource: there the tag
 * of a container is refused for what is in it. A look that shows a refused tag again proves that nothing has moved:
 * to such a device no tag is sent any more.
 */
export class EntityTags {
  /** By device: a tag that was seen → what own writes have made of it; undefined when the device did not say. */
  readonly #moved = new Map<string, Map<string, string | undefined>>();
  readonly #refused = new Set<string>();
  readonly #useless = new Set<string>();

  /** Notes what a read showed. */
  seen(host: string, version: string): void {
    if (this.#refused.has(`${host} ${version}`)) this.#useless.add(host);
  }

  /** The tag for a write that was made up for this one; undefined: none is known that could be taken. */
  current(host: string, version: string | undefined): string | undefined {
    if (version === undefined || this.#useless.has(host)) return undefined;
    const moved = this.#moved.get(host);
    return moved?.has(version) ? moved.get(version) : version;
  }

  /** Notes what a write did to the device's tag. */
  sent(host: string, { version, request, reply }: Sent): void {
    if (reply.outcome !== "answered" || version === undefined) return;
    const tag = request.headers["if-match"];
    if (reply.status === 412) {
      this.#moved.delete(host);
      this.#refused.add(`${host} ${tag}`);
    }
    if (reply.status >= 300) return;
    const moved = this.#moved.get(host) ?? new Map<string, string | undefined>();
    const before = [...moved].filter(([, now]) => now === tag).map(([seen]) => seen);
    for (const seen of [version, ...before]) moved.set(seen, reply.headers.etag);
    this.#moved.set(host, moved);
  }
}
