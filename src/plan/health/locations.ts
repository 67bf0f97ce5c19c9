/** Where a resource is, as health sees it: at a site, on a device. Pure. */

import type { Resource } from "../../model/desired.ts";
import type { HealthNeed, HealthSettings } from "../../model/health.ts";

/** The places whose health concerns a resource; none when it names no site and is on no device. */
export interface ResourceLocations {
  readonly site?: string | undefined;
  readonly device?:
    | {
        readonly host: string;
        /** Its key in Git. */
        readonly name?: string | undefined;
      }
    | undefined;
}

/** Its own site, which it has from its parent, else that of its target; and the device it is on. */
export function locationsOf(resource: Resource, { sites, exempt }: HealthSettings): ResourceLocations {
  const { target, scope } = resource;
  if (exempt.includes(target)) return {};
  const site = resource.site ?? (Object.hasOwn(sites, target) ? sites[target] : undefined);
  const { host, device: name } = scope;
  const device = host === undefined ? undefined : { host, name };
  return { site, device };
}

/** The lists that these places need; undefined when they need none. */
export function needOf(places: readonly ResourceLocations[]): HealthNeed | undefined {
  const sites = places.some(({ site }) => site !== undefined);
  const devices = places.some(({ device }) => device !== undefined);
  return sites || devices ? { sites, devices } : undefined;
}
