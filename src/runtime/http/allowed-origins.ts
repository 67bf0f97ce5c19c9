/** Decides which URLs a target's requests may use, before a socket is opened (law 5). */

import { isListedHost } from "../../model/listed/hosts.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import { originOf } from "../../model/wire.ts";

const placeholder = "{host}";
const stand = "host-of-the-fleet.invalid";

/**
 * Returns why a URL must not be requested; undefined if it may be.
 *
 * Scheme and port must be the target's. The host must be the target's or be listed in `hosts`; for single endpoints,
 * listed hosts are allowed only over https. Hosts are listed without a port, so each stands for the port of the
 * target's URL, or for the device's own port in `devices`. A URL with a user name or password is refused.
 */
export function blockedHost(target: Endpoint, url: string): Problem | undefined {
  const asked = URL.parse(url);
  const own = URL.parse(target.url.replace(placeholder, stand));
  if (!asked || !own) return refusal(target, { what: url, why: "it is not a URL", hint: wrongAnswer });
  if (asked.username !== "" || asked.password !== "")
    return refusal(target, { what: asked.host, why: "it contains a user name", hint: wrongAnswer });
  return target.url.includes(placeholder)
    ? blockedDevice(target, { asked, own })
    : blockedShard(target, { asked, own });
}

/** The requested URL and the target's own URL, in which a placeholder stands for a fleet's host. */
interface AskedUrl {
  readonly asked: URL;
  readonly own: URL;
}

/**
 * Returns why a URL of a single endpoint is blocked; undefined if it is allowed. The target's own origin and the listed
 * hosts of the same service are allowed.
 */
function blockedShard(target: Endpoint, { asked, own }: AskedUrl): Problem | undefined {
  if (originOf(asked) === originOf(own)) return undefined;
  const what = originOf(asked);
  const elsewhere = `the target's url is ${originOf(own)}`;
  if (asked.port !== own.port)
    return refusal(target, { what, why: `${elsewhere}: this is another port`, hint: samePort });
  if (asked.protocol !== "https:" || own.protocol !== "https:")
    return refusal(target, {
      what,
      why: `${elsewhere}, and trueup contacts other hosts only over https`,
      hint: onlyTls,
    });
  return isListedHost(target.hosts, asked.hostname)
    ? undefined
    : refusal(target, { what, why: elsewhere, hint: listIt(target, asked.hostname) });
}

/**
 * Returns why a URL of a fleet's device is blocked; undefined if it is allowed. Everything except the host must match
 * the target's URL.
 */
function blockedDevice(target: Endpoint, { asked, own }: AskedUrl): Problem | undefined {
  const host = own.hostname.includes(stand) ? hostInName(target, { own, asked }) : hostInPath(own, asked);
  if (host === undefined) {
    const what = originOf(asked);
    return refusal(target, { what, why: `the target's url is ${target.url}`, hint: samePort });
  }
  return isListedHost(target.hosts, host)
    ? undefined
    : refusal(target, {
        what: host,
        why: "the target's `hosts` do not contain it",
        hint: listIt(target, host),
      });
}

/** The device's host, for a URL whose placeholder is in the host name. Undefined if another part of the URL differs. */
function hostInName({ devices }: Endpoint, { own, asked }: AskedUrl): string | undefined {
  const [before = "", after = ""] = own.hostname.split(stand);
  const { hostname } = asked;
  if (asked.protocol !== own.protocol) return undefined;
  if (hostname.length < before.length + after.length) return undefined;
  if (!hostname.startsWith(before) || !hostname.endsWith(after)) return undefined;
  const host = hostname.slice(before.length, hostname.length - after.length).replace(/^\[(.+)\]$/, "$1");
  const port = devices && Object.hasOwn(devices, host) ? devices[host]?.port : undefined;
  return asked.port === portOf(own, port) ? host : undefined;
}

/** The port as in a URL: empty if it is the scheme's default. */
function portOf(own: URL, port: number | undefined): string {
  if (port === undefined) return own.port;
  return URL.parse(`${own.protocol}//${stand}:${port}`)?.port ?? "";
}

/**
 * The device's host, for a URL whose placeholder is in the path, because one server stands for many devices. Undefined
 * if another part of the URL differs.
 */
function hostInPath(own: URL, asked: URL): string | undefined {
  if (originOf(asked) !== originOf(own)) return undefined;
  const [before = "", after = ""] = own.pathname.split(stand);
  if (!asked.pathname.startsWith(before)) return undefined;
  const rest = asked.pathname.slice(before.length);
  const [host = ""] = rest.split("/");
  return host !== "" && rest.slice(host.length).startsWith(after) ? decoded(host) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const wrongAnswer = "Find out which server sent this address. No setting allows it.";
const samePort =
  "Correct the target's url if this address is right: trueup contacts every host with the scheme and " +
  "port of that url, even a host under `hosts`.";
const onlyTls =
  "Change the target's url to https://: trueup sends the credential to other hosts only over TLS.";

function listIt({ name }: Endpoint, host: string): string {
  return `If ${host} belongs to target ${name}, add it to \`hosts\` of this target in trueup.yaml.`;
}

interface Refusal {
  readonly what: string;
  readonly why: string;
  readonly hint: string;
}

function refusal({ name }: Endpoint, { what, why, hint }: Refusal): Problem {
  const rule = "trueup sends a credential only to addresses of the target.";
  const message = `${name}: nothing was sent to ${what}: ${why}. ${rule}`;
  return problem("host-not-listed", message, { hint });
}
