/** Determines the ETag for a write: the ETag that was read last, or its successor after this run's own writes. */

import type { WireReply, WireRequest } from "../../../model/wire.ts";

/** A device resource, and the ETag that it was read with. */
export interface TaggedResource {
  readonly host: string;
  readonly identity: string;
  readonly version: string | undefined;
}

/** The known state of one device's tags. */
interface DeviceTags {
  /** Container tag that was read → the container's tag after this run's writes, if the device returned one. */
  readonly now: Map<string, string>;
  /** Container tags that may be outdated, because another user made a change or because a write had no tag. */
  readonly stale: Set<string>;
  /** Tags of resources that were read individually, by the identity of the resource. */
  readonly own: Map<string, string>;
  /** Tags that the device has refused. */
  readonly refused: Set<string>;
  /** True: container tags are not valid for their contents. */
  containerIsUseless: boolean;
  /** True: not even a resource's own tag is valid. */
  ownIsUseless: boolean;
  /** True: a container tag was refused, and no container has been read since then. */
  isDoubtful: boolean;
}

/** The tags of a device, and the facts about them, as data. */
export interface TagFacts extends Pick<DeviceTags, "containerIsUseless" | "ownIsUseless" | "isDoubtful"> {
  readonly now: readonly (readonly [string, string])[];
  readonly own: readonly (readonly [string, string])[];
  readonly stale: readonly string[];
  readonly refused: readonly string[];
}

/**
 * The tags of devices (RFC 8040, 3.4.1). Most devices have one tag for the whole datastore, so each write of this run
 * outdates the tags that were read before. Other devices have one tag per resource, and refuse a container's tag for
 * its contents. A device is of this type if a read returns a refused tag again. From then on, the device only gets tags
 * of the resources themselves, which work on all devices.
 *
 * A write without a tag, such as a create, may follow a write by another user. Afterwards, the state of all earlier
 * tags is unknown.
 */
export class EntityTags {
  readonly #devices = new Map<string, DeviceTags>();

  /** Records the tag of a container that was read. */
  seen(host: string, version: string): void {
    const known = this.#of(host);
    if (known.refused.has(version)) known.containerIsUseless = true;
    known.isDoubtful = false;
    known.stale.delete(version);
    known.now.set(version, version);
  }

  /** Records the tag of a resource that was read individually. */
  seenAlone({ host, identity, version }: TaggedResource): void {
    if (version === undefined) return;
    const known = this.#of(host);
    if (known.refused.has(`${identity} ${version}`)) known.ownIsUseless = true;
    known.own.set(identity, version);
  }

  /** True if the container must be read, because only a read shows whether the container's tag is usable. */
  isDoubtful(host: string): boolean {
    return this.#of(host).isDoubtful;
  }

  /** True if the tag of a container is not valid for its contents. */
  isUseless(host: string): boolean {
    return this.#of(host).containerIsUseless;
  }

  /** Returns the current tag for a write that was built with the tag `version`. Undefined: no usable tag is known. */
  current({ host, identity, version }: TaggedResource): string | undefined {
    if (version === undefined) return undefined;
    const { now, own, containerIsUseless, ownIsUseless } = this.#of(host);
    if (own.get(identity) === version) return ownIsUseless ? undefined : version;
    return containerIsUseless ? undefined : (now.get(version) ?? version);
  }

  /**
   * Returns the common container tag of all these resources, for a write of that container. New resources have no tag.
   * Undefined: the resources have no tag, or different tags.
   */
  common(of: readonly TaggedResource[]): string | undefined {
    const seen = of.filter(({ version }) => version !== undefined);
    const isOwn = seen.some(({ host, identity, version }) => this.#of(host).own.get(identity) === version);
    const [tag, ...others] = new Set(seen.map((each) => this.current(each)));
    const isSure = seen.every((each) => this.holds(each));
    return isOwn || !isSure || others.length > 0 ? undefined : tag;
  }

  /** Returns the resource. Its tag is left out unless it is the tag of a container that was read. */
  ofContainer({ host, identity, version }: TaggedResource): TaggedResource {
    const isSeen = version !== undefined && this.#of(host).now.has(version);
    return { host, identity, version: isSeen ? version : undefined };
  }

  /** True if the tag of this resource is valid, provided that no other user has written to the device. */
  holds(of: TaggedResource): boolean {
    const { own, stale } = this.#of(of.host);
    const { identity, version = "" } = of;
    return this.current(of) !== undefined && (own.get(identity) === version || !stale.has(version));
  }

  /**
   * True if the device refused the tag although it was updated after each write of this run: another user has written
   * to the device.
   */
  isOutdated({ host, version }: TaggedResource): boolean {
    const { now, refused } = this.#of(host);
    return version !== undefined && refused.has(now.get(version) ?? version);
  }

  /** Exports the tags of a device, and the facts about them, as data. */
  facts(host: string): TagFacts {
    const { now, own, stale, refused, ...flags } = this.#of(host);
    return { ...flags, now: [...now], own: [...own], stale: [...stale], refused: [...refused] };
  }

  /** Imports tags and facts that `facts` has exported. */
  take(host: string, { now, own, stale, refused, ...flags }: TagFacts): void {
    const [nowMap, ownMap] = [new Map(now), new Map(own)];
    this.#devices.set(host, {
      ...flags,
      now: nowMap,
      own: ownMap,
      stale: new Set(stale),
      refused: new Set(refused),
    });
  }

  /** Records how a write has changed the tags of its device. */
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
