/** Decides whether credentials may be sent to the URL of a controller or fleet. */

import type { ReferenceFault } from "../secret-references.ts";

/** The context for checking a URL. */
export interface UrlChecked {
  readonly url: string;
  readonly fleet: boolean;
  readonly hosts: readonly string[];
  readonly insecure: boolean;
  /** The transport protocol of the interface. */
  readonly over: "http" | "ssh";
}

const placeholder = "device.invalid";

/** Returns the error of a target's URL; undefined if credentials may be sent there. The URL itself is not shown. */
export function urlFault(of: UrlChecked): ReferenceFault | undefined {
  const parts = of.url.split("{host}");
  const example = of.over === "ssh" ? "ssh://{host}" : "https://{host}";
  if (of.fleet && parts.length !== 2)
    return fault("must contain {host} once, in place of a device's host", `Write "${example}".`);
  if (!of.fleet && parts.length !== 1)
    return fault("cannot have {host}", "Write the controller's host: only device interfaces have {host}.");
  const parsed = URL.parse(parts.join(placeholder));
  if (of.over === "ssh" && parsed?.protocol !== "ssh:")
    return fault("must be an absolute ssh URL", `Write "${example}".`);
  if (!parsed || (of.over === "http" && parsed.protocol !== "https:" && parsed.protocol !== "http:"))
    return fault("must be an absolute http or https URL", "Write https://HOST.");
  if (parsed.username !== "" || parsed.password !== "")
    return fault("cannot hold a user name or a password", "Put them under `credential:`, by reference.");
  if (parsed.search !== "" || parsed.hash !== "")
    return fault("cannot have a query or a fragment", "Remove the part from `?` or `#` on.");
  const inHost = parsed.hostname.includes(placeholder);
  if (of.fleet && !inHost && !parsed.pathname.includes(placeholder))
    return fault("must have {host} in its host or its path", `Write "${example}".`);
  const hosts = parsed.hostname === placeholder ? of.hosts : [parsed.hostname];
  if (parsed.protocol !== "http:" || of.insecure || hosts.every(isLoopback)) return undefined;
  return fault(
    "would send the credential unencrypted",
    "Write https://, or set tls: { insecure: true } for a laboratory.",
  );
}

function fault(what: string, hint: string): ReferenceFault {
  return { code: "bad-url", message: `\`url\` ${what}`, hint };
}

/** True for names, addresses and ranges of addresses that never leave the machine. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "[::1]" || host === "::1" || host === "::1/128") return true;
  const range = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/(\d{1,2}))?$/.exec(host);
  return range !== null && Number(range[1] ?? 32) >= 8;
}
