/** Where a device of a fleet is reached: the target's URL with its host, at its own port where it has one. Pure. */

import type { Target } from "../../../model/project.ts";

/** The URL of the device at a host. An IPv6 address stands in brackets where it is the host of the URL. */
export function deviceUrl({ url, devices }: Pick<Target, "url" | "devices">, host: string): string {
  const [before = "", after = ""] = url.split("{host}");
  if (!/^[a-z]+:\/\/[^/]*$/.test(before)) return before + host + after;
  const port = devices?.[host]?.port;
  const rest = port === undefined ? after : after.replace(/^([^/:]*)(?::\d+)?/, `$1:${port}`);
  return before + (host.includes(":") ? `[${host}]` : host) + rest;
}
