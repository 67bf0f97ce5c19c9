/** Judges the health of a site or device. Unknown health counts as unhealthy. Pure. */

import type { Resource } from "../../model/desired.ts";
import type { HealthIssue, HealthNeed, HealthReading, HealthSettings } from "../../model/health.ts";

/**
 * The locations whose health concerns a resource. Both are absent if the resource names no site and is on no device.
 */
export interface ResourceLocations {
  readonly site?: string | undefined;
  readonly device?:
    | {
        readonly host: string;
        /** The site's key in Git. */
        readonly name?: string | undefined;
      }
    | undefined;
}

/**
 * Returns the resource's site (its own, its parent's or its target's), and the device that it is on. Returns neither if
 * the target is exempt.
 */
export function locationsOf(resource: Resource, { sites, exempt }: HealthSettings): ResourceLocations {
  const { target, scope } = resource;
  if (exempt.includes(target)) return {};
  const site = resource.site ?? (Object.hasOwn(sites, target) ? sites[target] : undefined);
  const { host, device: name } = scope;
  const device = host === undefined ? undefined : { host, name };
  return { site, device };
}

/** Returns the lists that must be read for these locations; undefined if none. */
export function needOf(places: readonly ResourceLocations[]): HealthNeed | undefined {
  const sites = places.some(({ site }) => site !== undefined);
  const devices = places.some(({ device }) => device !== undefined);
  return sites || devices ? { sites, devices } : undefined;
}

/** How locations are judged. */
export interface HealthCriteria {
  readonly settings: HealthSettings;
  readonly reading: HealthReading;
}

/**
 * Returns what is wrong with the first unhealthy location; undefined if all are healthy.
 *
 * | location | unhealthy if                                                                               |
 * |----------|--------------------------------------------------------------------------------------------|
 * | site     | the list is unreadable or lacks it; its health is missing or off the scale; or any site of |
 * |          | this name is below the limit                                                               |
 * | device   | the inventory is unreadable or lacks it; its status is missing, or is `unreachable`        |
 */
export function healthIssueOf(places: ResourceLocations, on: HealthCriteria): HealthIssue | undefined {
  const site = places.site === undefined ? undefined : siteIssue(places.site, on);
  if (places.site !== undefined && site !== undefined) return { site: places.site, reason: site };
  const device = places.device && deviceIssue(places.device, on);
  return places.device && device !== undefined ? { device: places.device.host, reason: device } : undefined;
}

function siteIssue(site: string, { settings, reading }: HealthCriteria): string | undefined {
  const { controller, bound, scale } = settings;
  const list = reading.sites;
  if (list?.state !== "whole") return indeterminate(`the health of site ${site}`, list?.problem.message);
  const own = list.records.filter((record) => record.site === site);
  if (own.length === 0) return `${controller} has no site ${site}`;
  const scores = own.map(({ score }) => score).filter((score) => score !== undefined);
  if (scores.length < own.length) return `${controller} reports no health for site ${site}`;
  const [worst, best] = scale;
  const off = scores.find((score) => score < worst || score > best);
  if (off !== undefined) return `site ${site} has health ${off}, outside the scale of ${worst} to ${best}`;
  const lowest = Math.min(...scores);
  return lowest < bound ? `site ${site} has health ${lowest}, below ${bound}` : undefined;
}

/**
 * Returns what is wrong with a device; undefined if nothing is. The device is found by its address. If this fails, it
 * is found by its name, which is its host or its key in Git.
 */
function deviceIssue(
  device: NonNullable<ResourceLocations["device"]>,
  on: HealthCriteria,
): string | undefined {
  const { controller } = on.settings;
  const { host, name } = device;
  const called = name === undefined || name === host ? host : `${name} (${host})`;
  const list = on.reading.devices;
  if (list?.state !== "whole") return indeterminate(`the status of device ${called}`, list?.problem.message);
  const byAddress = list.records.filter(({ address }) => address === host);
  const byName = list.records.filter((record) => record.name === host || record.name === name);
  const own = byAddress.length > 0 ? byAddress : byName.filter((record) => record.name !== undefined);
  if (own.length === 0) return `${controller} has no device ${called} in its inventory`;
  if (own.some(({ status }) => status?.toLowerCase() === "unreachable"))
    return `device ${called} is unreachable`;
  return own.some(({ status }) => status === undefined)
    ? `${controller} reports no status for device ${called}`
    : undefined;
}

function indeterminate(what: string, why: string | undefined): string {
  return `${what} is unknown${why === undefined ? "" : `: ${why}`}`;
}
