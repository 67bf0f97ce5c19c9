/**
 * Checks whom `serve.yaml` admits: callers from beyond loopback need credentials, and credentials may not travel in
 * plain text.
 */

import { isLoopback } from "../../load/project-file/target-url.ts";
import { isHostPattern } from "../../model/listed/hosts.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import { listenAddress } from "./listen-address.ts";
import type { ServeFile } from "./serve-schema.ts";

/** Returns the faults in the listen address, and in the settings that decide who is admitted. */
export function accessFaults(file: ServeFile): readonly SchemaIssue[] {
  return [
    ...listenFaults(file),
    ...urlFaults(file),
    ...oidcFaults(file),
    ...proxyFaults(file),
    ...workerFaults(file),
  ];
}

const defaultListen = "127.0.0.1:8080";

function fault(
  path: readonly string[],
  code: string,
  [message, hint]: readonly [string, string],
): SchemaIssue {
  return { code, message, hint, path, at: "value" };
}

const letIn = "Set up `oidc` for people or `tokens` for machines, or listen on 127.0.0.1: see docs/serve.md.";

function listenFaults(file: ServeFile): readonly SchemaIssue[] {
  const { host, port } = listenAddress(file.listen ?? defaultListen);
  if (port > 65_535)
    return [fault(["listen"], "invalid-value", ["`listen` has no valid port", "Use a port up to 65535."])];
  const beyond = !isLoopback(host);
  const isOpenToAll = file.oidc === undefined && Object.keys(file.tokens ?? {}).length === 0;
  const said: SchemaIssue[] = [];
  if (isOpenToAll && beyond) {
    const message = "`listen` is open to others, who would need no login";
    said.push(fault(["listen"], "serve-open", [message, letIn]));
  }
  if (isOpenToAll && file.behind?.length) {
    const message = "requests through a proxy would need no login";
    said.push(fault(["behind"], "serve-open", [message, letIn]));
  }
  if (beyond && !file.tls && !file.behind?.length) {
    const message =
      "`listen` is open to others without TLS: credentials and sessions would travel in plain text";
    const hint = "Give `tls` a certificate and a key, or name the proxy that terminates TLS under `behind`.";
    said.push(fault(["listen"], "serve-plain", [message, hint]));
  }
  return said;
}

function urlFaults({
  publicUrl,
  listen = defaultListen,
  oidc,
  tokens,
  tls,
}: ServeFile): readonly SchemaIssue[] {
  if (publicUrl === undefined) {
    if (isLoopback(listenAddress(listen).host)) return [];
    const message = "serve.yaml needs `publicUrl`";
    const hint =
      "Write the URL that people type, such as https://trueup.example.net: requests for other names are refused.";
    return [{ code: "missing-field", message, hint, path: ["listen"], at: "key" }];
  }
  const url = URL.parse(publicUrl);
  const at = ["publicUrl"];
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search + url.hash === "";
  if (!isOrigin || url.username + url.password !== "") {
    const message = "`publicUrl` must be https://HOST or https://HOST:PORT, without a path";
    return [fault(at, "bad-url", [message, "Give the server a separate host name."])];
  }
  if (isLoopback(url.hostname)) return [];
  if (oidc === undefined && Object.keys(tokens ?? {}).length === 0) {
    const message = "others could reach the server at `publicUrl`, and would need no login";
    return [fault(at, "serve-open", [message, letIn])];
  }
  if (url.protocol === "https:") return [];
  const hint = tls ? "Write https://." : "Write https://, with `tls` here or a proxy that terminates TLS.";
  return [fault(at, "serve-plain", ["`publicUrl` is not encrypted", hint])];
}

function oidcFaults({ oidc, roles = {} }: ServeFile): readonly SchemaIssue[] {
  if (oidc === undefined) return [];
  const said: SchemaIssue[] = [];
  const url = URL.parse(oidc.issuer);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe || url.search + url.hash + url.username !== "")
    said.push(
      fault(["oidc", "issuer"], "bad-url", ["`issuer` must be an https URL", "Write https://HOST/PATH."]),
    );
  for (const [index, host] of (oidc.hosts ?? []).entries())
    if (!isHostPattern(host)) {
      const hint = "Write a host name, or `.suffix` for all names below it.";
      said.push(fault(["oidc", "hosts", String(index)], "invalid-value", ["this is not a host", hint]));
    }
  if (Object.keys(roles).length === 0) {
    const message = "people could log in, but nobody has a role";
    const hint = 'Give groups their roles: `roles: { network-engineers: apply }`, or `roles: { "*": view }`.';
    said.push({ code: "missing-field", message, hint, path: ["oidc"], at: "key" });
  }
  return said;
}

function proxyFaults({ behind = [] }: ServeFile): readonly SchemaIssue[] {
  return behind.flatMap((address, index) =>
    isHostPattern(address) && /^[\d.:/a-f]+$/i.test(address)
      ? []
      : [
          fault(["behind", String(index)], "invalid-value", [
            "this is neither an address nor a network",
            "Write an address or CIDR: 10.0.0.5 or 10.0.0.0/24.",
          ]),
        ],
  );
}

/**
 * Returns the faults in workers. Two workers may not share a name or a token, because the server could not tell them
 * apart.
 */
function workerFaults({ workers = [], tokens = {} }: ServeFile): readonly SchemaIssue[] {
  const used = new Set(Object.values(tokens).map(({ token }) => token.secret));
  const names = new Set<string>();
  return workers.flatMap(({ name, token: { secret } }, index) => {
    const at = (field: string) => ["workers", String(index), field];
    const said: SchemaIssue[] = [];
    if (names.has(name))
      said.push(
        fault(at("name"), "invalid-value", [
          "another worker has this name",
          "Give each worker its own name.",
        ]),
      );
    if (used.has(secret))
      said.push(
        fault(at("token"), "invalid-value", [
          "this token is used elsewhere in this file",
          "Give each worker its own token.",
        ]),
      );
    names.add(name);
    used.add(secret);
    return said;
  });
}
