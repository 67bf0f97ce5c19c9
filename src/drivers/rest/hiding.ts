/** Sessions of products that hide undeclared secrets, recognized by their names. */

import type { Resource } from "../../model/desired.ts";
import { isArray, type Json } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import { pointer } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { OpenSessionOptions, Session } from "../contract/contract.ts";
import { LiveSecrets } from "../contract/live-secrets.ts";
import type { DeclaredSecret } from "../contract/target-model.ts";
import { hidingSession } from "../hiding/hiding-session.ts";
import { replaceSecrets } from "../hiding/secret-leaves.ts";
import { bodyWire, isLikeStandIn, opening, standInFor } from "../hiding/stand-ins.ts";
import { unforged } from "../hiding/unforged.ts";
import type { RestDialect, RestKind } from "./catalogs/catalog-dialect.ts";
import { freePlaceOf, wirePlaceOf } from "./free-places.ts";
import { openRest } from "./session.ts";

/** Opens a session whose replies contain no live secrets at free places. Sends nothing. */
export function openHidden(options: OpenSessionOptions<RestDialect>): Session {
  const { dialect, wire, secret, target, live = new LiveSecrets() } = options;
  const open = opening(secret, (name) => live.open(name));
  const own = openRest({ ...options, wire: bodyWire(wire, open) });
  const hiding = { target: target.name, live };
  const plain = options.kept && plainItems;
  const hidden = hidingSession(own, {
    live,
    open,
    closedWrite: (write) => {
      const of = dialect.byName.get(write.kind);
      const { desired } = write;
      return of && desired !== undefined ? { ...write, desired: withStandIns(of, desired) } : write;
    },
    hidden: (reply) => {
      let isSame = true;
      const items = reply.items.map((item) => {
        const of = dialect.byName.get(item.kind);
        if (!of || plain?.get(item) === of) return item;
        const made = hiddenIn(of, item, { ...hiding, identity: item.identity });
        if (made !== item) isSame = false;
        else plain?.set(item, of);
        return made;
      });
      return isSame ? reply : { ...reply, items };
    },
    stored: (resource, { kind, identity }) => {
      const of = dialect.byName.get(kind);
      return of ? hiddenIn(of, resource, { ...hiding, identity }) : resource;
    },
  });
  return unforged(hidden);
}

/** Items of cached lists in which nothing has to be hidden, each with the kind for which it was checked. */
const plainItems = new WeakMap<LiveResource, RestKind>();

/** Returns the declaration with stand-ins for secret references in fields that are not marked as secrets. */
function withStandIns(of: RestKind, desired: Json): Json {
  return replaceSecrets(desired, freePlaceOf(of, desired), {
    lists: of.kind.lists,
    put: ({ value }) => closedReference(value),
  });
}

function closedReference(value: Json): Json {
  if (isArray(value)) return value.map(closedReference);
  return isSecretReference(value) ? standInFor(value.secret) : value;
}

interface HidingOf {
  readonly target: string;
  readonly live: LiveSecrets;
  readonly identity: string;
}

function hiddenIn<T extends LiveResource>(
  of: RestKind,
  resource: T,
  { target, live, identity }: HidingOf,
): T {
  const { value: seen, raw: came } = resource;
  const at = [target, of.file.kind, identity];
  const value = replaceSecrets(seen, freePlaceOf(of, seen), {
    lists: of.kind.lists,
    isOther: isLikeStandIn,
    put: ({ value: own, keyed }) => live.hide([...at, ...keyed], own),
  });
  const raw =
    came === undefined
      ? came
      : replaceSecrets(came, wirePlaceOf(of), {
          isOther: isLikeStandIn,
          put: ({ value: own, keyed }) => live.hide([...at, "as it came", ...keyed], own),
        });
  if (value === seen && raw === came) return resource;
  return { ...resource, value, ...(raw !== undefined && { raw }) };
}

/** Returns the declared values at free places that are secrets by their names. */
export function freeSecrets({ kind, value }: Resource, { byName }: RestDialect): readonly DeclaredSecret[] {
  const of = byName.get(kind);
  if (of === undefined) return [];
  const found: DeclaredSecret[] = [];
  replaceSecrets(value, freePlaceOf(of, value), {
    lists: of.kind.lists,
    put: ({ value: own, path }) => {
      const isReference = isArray(own) ? own.every(isSecretReference) : isSecretReference(own);
      found.push({ path: pointer(path), isReference });
      return own;
    },
  });
  return found;
}
