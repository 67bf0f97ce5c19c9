/** Device drivers with mappings: each dialect with the kinds of each mapping, built lazily. */

import { isObject, type Json } from "../../../../model/json.ts";
import type { Dialect, Driver, Kind } from "../../../contract/contract.ts";
import { extended, mappedName, unmappedName } from "../../../contract/resolve-driver.ts";
import type { ReplacingFact } from "../../../contract/target-model.ts";
import type { DeviceModel } from "../model.ts";
import type { DeviceMapping } from "./mapping.ts";

/** Mappings by name, each read lazily. Undefined: the mapping is invalid. */
export type MappingSource = ReadonlyMap<string, () => DeviceMapping | undefined>;

type DeviceDialect = Dialect & DeviceModel;

function isOfDevices(dialect: Dialect): dialect is DeviceDialect {
  return "interfaceType" in dialect && "container" in dialect;
}

/** Returns the given drivers, with dialects for these mappings added to drivers of devices. */
export function withMappings(drivers: readonly Driver[], mappings: MappingSource): readonly Driver[] {
  return drivers.map((driver) => (driver.takesMappings ? withMapped(driver, mappings) : driver));
}

function withMapped(driver: Driver, mappings: MappingSource): Driver {
  const dialects = Object.create(null, Object.getOwnPropertyDescriptors(driver.dialects));
  for (const base of Object.keys(driver.dialects))
    for (const [name, read] of mappings)
      Object.defineProperty(dialects, mappedName(base, name), {
        // The dialect is not enumerable, so that iterations over dialects skip it. A target uses it only if its
        // settings name the mapping.
        enumerable: false,
        configurable: true,
        get: () => dialectWith(driver, driver.dialects[base], { mapping: read() }),
      });
  return extended(driver, {
    dialects,
    mappings: [...mappings.keys()],
    dialect: (name, settings) => {
      const { dialect: base, mapping } = unmappedName(name);
      const own = driver.dialect(base, settings);
      const read = mapping === undefined ? undefined : mappings.get(mapping);
      return read ? (dialectWith(driver, own, { mapping: read(), settings }) ?? own) : own;
    },
  });
}

/**
 * Returns a dialect with the kinds of a mapping. The dialect's facts about configuration parts apply to each of these
 * kinds. Undefined: the dialect is unknown or not a device dialect, or the mapping is invalid.
 */
function dialectWith(
  driver: Driver,
  dialect: Dialect | undefined,
  { mapping, settings = {} }: { readonly mapping: DeviceMapping | undefined; readonly settings?: Json },
): DeviceDialect | undefined {
  if (dialect === undefined || !isOfDevices(dialect) || mapping === undefined) return undefined;
  const set = isObject(settings) ? settings : {};
  const names = [...mapping.kinds.keys()];
  const forAll = <T>(of: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
    const own = of.deviceConfiguration;
    return own === undefined ? of : { ...of, ...Object.fromEntries(names.map((name) => [name, own])) };
  };
  const { operations, replaces, reasons, batches, hostname } = dialect;
  return {
    ...dialect,
    module: set.module === undefined ? mapping.module : dialect.module,
    container: set.container === undefined ? mapping.container : dialect.container,
    hostname: set.hostname === undefined ? (mapping.hostname ?? hostname) : hostname,
    notSecret: [...(dialect.notSecret ?? []), ...mapping.notSecret],
    operations: forAll(operations),
    ...(replaces && { replaces: { ...replaces, ...replacedBy(mapping, replaces.deviceConfiguration) } }),
    ...(reasons && { reasons: forAll(reasons) }),
    ...(batches && { batches: { ...batches, kinds: forAll(batches.kinds) } }),
    kinds: mappedKinds(dialect.kinds ?? driver.kinds, mapping),
    mapping,
  };
}

/**
 * Returns, for each mapped kind, which of its writes replace more than is declared. If the driver's PUT replaces the
 * whole resource, these are all writes. Otherwise the kind itself decides.
 */
function replacedBy(
  mapping: DeviceMapping,
  usual: ReplacingFact | undefined,
): Readonly<Record<string, ReplacingFact>> {
  const kinds = [...mapping.kinds.values()];
  return Object.fromEntries(
    kinds.map(({ kind, replaces }) => [kind.name, usual === "all" ? usual : replaces] as const),
  );
}

/** Returns the kinds of a driver's dialect. A mapped kind overrides the driver's own kind of the same section. */
function mappedKinds(own: readonly Kind[], mapping: DeviceMapping): readonly Kind[] {
  const mapped = [...mapping.kinds.values()].map(({ kind }) => kind);
  const sections = new Set(mapped.map(({ place }) => place.section));
  const names = new Set(mapped.map(({ name }) => name));
  return [...own.filter(({ name, place }) => !sections.has(place.section) && !names.has(name)), ...mapped];
}
