/** The container `device`, which declares one device of a fleet, and the URLs of devices. */

import { z } from "zod";
import type { Target } from "../../../model/project.ts";
import type { Container } from "../../contract/contract.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const named = new RegExp(`^(?=.*[a-z])${label}(?:\\.${label})*$`);

const ipv4 = z.ipv4();

/** True for an IPv4 address, a canonical IPv6 address (RFC 5952), or a host name in lower case. */
export function isHost(text: string): boolean {
  if (text.includes(":")) return text.length <= 45 && URL.parse(`http://[${text}]`)?.hostname === `[${text}]`;
  return ipv4.safeParse(text).success || (text.length <= 253 && named.test(text));
}

/** A device. It is not itself a resource; its hostname, interfaces and configuration are. */
export const device: Container = {
  name: "device",
  title: "device",
  section: "devices",
  schema: z
    .strictObject({
      host: z
        .string()
        .refine(isHost, "an IPv4 address, an IPv6 address such as 2001:db8::1, or a host name in lower case")
        .describe("The IP address or host name of the device, which must be in the target's `hosts`."),
    })
    .describe("A device, under a key that you choose."),
  keys: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "must only contain letters, digits and _ . -")
    .describe("The key of the device: its name in this repository."),
};

/** Returns the URL of the device at a host. An IPv6 address is put in brackets if it is the URL's host. */
export function deviceUrl({ url, devices }: Pick<Target, "url" | "devices">, host: string): string {
  const [before = "", after = ""] = url.split("{host}");
  if (!/^[a-z]+:\/\/[^/]*$/.test(before)) return before + host + after;
  const port = devices?.[host]?.port;
  const rest = port === undefined ? after : after.replace(/^([^/:]*)(?::\d+)?/, `$1:${port}`);
  return before + (host.includes(":") ? `[${host}]` : host) + rest;
}
