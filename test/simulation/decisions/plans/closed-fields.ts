/**
 * A fabric that accepts some fields only in a create, and some only in an update. Changing some fields could lock
 * somebody out.
 */

import type { Dialect, Driver, Kind, Session } from "../../../../src/drivers/contract/contract.ts";
import { extended } from "../../../../src/drivers/contract/resolve-driver.ts";
import { isObject } from "../../../../src/model/json.ts";
import { drivers } from "../../../../src/project/drivers.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import type { Thing, Truth } from "../truth.ts";

/** The fields that no update accepts, by kind. */
const createOnly: Readonly<Record<string, readonly `/${string}`[]>> = {
  tenant: ["/attributes/nameAlias"],
  managedObject: ["/attributes/mtu"],
};

/** A field of a tenant that no create accepts. Changing it could lock somebody out. */
const late = "/description";

/** In some seeds, makes the fabric accept some fields only in a create, or only in an update. */
export function withClosedFields(seed: number, truth: Truth): Truth {
  const isClosed = maybe(seeded(seed + 13_000_003), 0.4);
  return isClosed ? { ...truth, manner: { ...truth.manner, isClosed } } : truth;
}

/** The drivers. Their fabric does not store a field from a create if only an update accepts this field. */
export const driversOfClosed: readonly Driver[] = drivers.map((driver) =>
  driver.interface === "fabric"
    ? extended(driver, {
        kinds: driver.kinds.map(closed),
        // The kinds of a dialect would replace these kinds, so they are removed from the dialects.
        dialects: Object.fromEntries(
          Object.entries(driver.dialects).map(([name, dialect]) => [name, withoutKinds(dialect)]),
        ),
        open: (options) => forgetful(driver.open(options)),
      })
    : driver,
);

function withoutKinds({ kinds: _, instead: __, ...dialect }: Dialect): Dialect {
  return dialect;
}

function closed(kind: Kind): Kind {
  const fields = createOnly[kind.name] ?? [];
  if (kind.name !== "tenant") return { ...kind, createOnly: fields };
  return { ...kind, createOnly: fields, updateOnly: [late], lockout: ["description"] };
}

function forgetful(session: Session): Session {
  const write: Session["write"] = ({ desired, ...of }, signal) => {
    if (of.operation !== "create" || of.kind !== "tenant" || !isObject(desired)) {
      return session.write({ ...of, desired }, signal);
    }
    const { description: _, ...rest } = desired;
    return session.write({ ...of, desired: rest }, signal);
  };
  return { ...session, read: session.read.bind(session), preview: session.preview.bind(session), write };
}

/** True if one of these paths is a field that would change although no update accepts it. */
export function isClosedTo({ species }: Thing, paths: Iterable<string>): boolean {
  const own: readonly string[] = species.target === "fabric" ? (createOnly[species.kind] ?? []) : [];
  return [...paths].some((path) => own.includes(path));
}

/** True for a create that an update must follow. */
export function isFollowed({ thing, action }: Expected): boolean {
  const isLate = thing.fields.some(({ path, row }) => path === late && row.desired !== "-");
  return action === "create" && thing.species.kind === "tenant" && isLate;
}

/** True for a change that could lock somebody out: it removes a tenant, or changes the field `late`. */
export function isGuarded({ thing, action, causes }: Expected): boolean {
  return thing.species.kind === "tenant" && (action === "remove" || causes.has(late));
}
