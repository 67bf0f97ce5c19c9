/** Which ETag a write may name: the one that was seen, moved on by what this run itself has written since. */

import type { WireReply, WireRequest } from "../../../model/wire.ts";

/** A resource of a device, and the ETag that was seen with it. */
export interface TaggedResource {
  readonly host: string;
  readonly identity: string;
  readonly version: string | undefined;
}

/** What is known of the tags of one device. */
interface DeviceTags {
  /** Tags of containers that were seen → what own writes have made of them, as far as the device said. */
  readonly now: Map<string, string>;
  /** Those of them that someone else, or a write that named no tag, may have moved since. */
  readonly stale: Set<string>;
  /** Tags of resources that were read by themselves, by identity. */
  readonly own: Map<string, string>;
  /** Tags that the device has refused. */
  readonly refused: Set<string>;
  /** True: the tag of a container says nothing of what is in it. */
  containerIsUseless: boolean;
  /** True: not even the tag of a resource says anything of it. */
  ownIsUseless: boolean;
  /** True: the tag of a container was refused, and no container was read since. */
  isDoubtful: boolean;
}

/**
 * The tags of devices (RFC 8040, 3.4.1). Most devices have one for the whole datastore, which moves with each write,
 * so that what was seen before an own write would be refused after it. Some have one for each resource: there the tag
 * of a container is refused for what is in it. A look that shows a refused tag again proves that nothing has moved:
 * to such a device no tag of a container is sent any more, only that of the resource itself, which fits both kinds of
 * device. A write that names no tag, as a create does, may follow someone else's: after it, it is unknown what became
 * of the tags that were seen.
 */
export class EntityTags {
  readonly #devices = new Map<string, DeviceTags>();

  /** Notes the tag of a container that was read. */
  seen(host: string, version: string): void {
    const known = this.#of(host);
    if (known.refused.has(version)) known.containerIsUseless = true;
    known.isDoubtful = false;
    known.stale.delete(version);
    known.now.set(version, version);
  }

  /** Notes the tag of a resource that was read by itself. */
  seenAlone({ host, identity, version }: TaggedResource): void {
    if (version === undefined) return;
    const known = this.#of(host);
    if (known.refused.has(`${identity} ${version}`)) known.ownIsUseless = true;
    known.own.set(identity, version);
  }

  /** True when the container must be read: only that can tell whether its tag is of any use. */
  isDoubtful(host: string): boolean {
    return this.#of(host).isDoubtful;
  }

  /** True when the tag of a container says nothing of what is in it. */
  isUseless(host: string): boolean {
    return this.#of(host).containerIsUseless;
  }

  /** The tag for a write that was made up for this one; undefined: none is known that could be taken. */
  current({ host, identity, version }: TaggedResource): string | undefined {
    if (version === undefined) return undefined;
    const { now, own, containerIsUseless, ownIsUseless } = this.#of(host);
    if (own.get(identity) === version) return ownIsUseless ? undefined : version;
    return containerIsUseless ? undefined : (now.get(version) ?? version);
  }

  /**
   * The tag of the container that all of these were seen in, for a write of that container. What is new has none.
   * Undefined: they have none, or not the same.
   */
  common(of: readonly TaggedResource[]): string | undefined {
    const seen = of.filter(({ version }) => version !== undefined);
    const isOwn = seen.some(({ host, identity, version }) => this.#of(host).own.get(identity) === version);
    const [tag, ...others] = new Set(seen.map((each) => this.current(each)));
    const isSure = seen.every((each) => this.holds(each));
    return isOwn || !isSure || others.length > 0 ? undefined : tag;
  }

  /** The same with its tag only where that is one that a container was seen with. */
  ofContainer({ host, identity, version }: TaggedResource): TaggedResource {
    const isSeen = version !== undefined && this.#of(host).now.has(version);
    return { host, identity, version: isSeen ? version : undefined };
  }

  /** True when that tag can be expected to hold, unless someone else writes. */
  holds(of: TaggedResource): boolean {
    const { own, stale } = this.#of(of.host);
    const { identity, version = "" } = of;
    return this.current(of) !== undefined && (own.get(identity) === version || !stale.has(version));
  }

  /** True where the device has refused what own writes have made of that tag: somebody else has written since. */
  isOutdated({ host, version }: TaggedResource): boolean {
    const { now, refused } = this.#of(host);
    return version !== undefined && refused.has(now.get(version) ?? version);
  }

  /** Notes what a write did to the tags of its device. */
  sent({ host, identity, version }: TaggedResource, request: WireRequest, reply: WireReply): void {
    if (reply.outcome !== "answered") return;
    const known = this.#of(host);
    const { "if-match": named } = request.headers;
    const tag = typeof named === "string" ? named : undefined;
    if (version !== undefined && !known.now.has(version)) known.now.set(version, version);
    if (reply.status === 412 && tag !== undefined) refuse(known, identity, tag);
    if (reply.status >= 300) return;
    known.own.delete(identity);
    const after = reply.headers.etag;
    for (const [seen, now] of known.now) {
      if (now !== tag && tag !== undefined) continue;
      if (tag === undefined || after === undefined) known.stale.add(seen);
      else known.now.set(seen, after);
    }
  }

  #of(host: string): DeviceTags {
    const known = this.#devices.get(host) ?? newDevice();
    this.#devices.set(host, known);
    return known;
  }
}

function newDevice(): DeviceTags {
  const [now, own] = [new Map<string, string>(), new Map<string, string>()];
  const [stale, refused] = [new Set<string>(), new Set<string>()];
  return { now, stale, own, refused, containerIsUseless: false, ownIsUseless: false, isDoubtful: false };
}

function refuse(known: DeviceTags, identity: string, tag: string): void {
  if (known.own.get(identity) === tag) {
    known.refused.add(`${identity} ${tag}`);
    known.own.delete(identity);
    return;
  }
  known.refused.add(tag);
  known.isDoubtful = true;
  for (const [seen, now] of known.now) if (now === tag) known.stale.add(seen);
}
