/** Checks by a browser's headers whether a request comes from our own page, or from no page at all. */

/** The parts of a request that are checked. */
export interface RequestHeaders {
  readonly method: string;
  header(name: string): string | undefined;
}

/** The server's own origins and host names: the public URL and, on loopback, its other names. */
export interface OwnOrigins {
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The server's own origins and host names. If the public URL is on loopback, every name of loopback is accepted with
 * the port of that URL.
 */
export function ownOrigins(publicUrl: string): OwnOrigins {
  const url = new URL(publicUrl);
  const names = loopbackNames.includes(url.hostname) ? loopbackNames : [url.hostname];
  const port = url.port === "" ? "" : `:${url.port}`;
  const defaultPort = url.protocol === "https:" ? ":443" : ":80";
  const hosts = names.map((name) => `${name}${port}`);
  return {
    origins: hosts.map((host) => `${url.protocol}//${host}`),
    hosts: port === "" ? [...hosts, ...names.map((name) => `${name}${defaultPort}`)] : hosts,
  };
}

/** Methods that change nothing. Links on other sites may use them. */
const safe = ["GET", "HEAD", "OPTIONS"];

/** Whether the method changes nothing. */
export function isSafeMethod(method: string): boolean {
  return safe.includes(method);
}

/**
 * Why a request for this host name is refused; undefined if the name is one of the server's own. An attacker may have
 * pointed another name at this server (DNS rebinding).
 */
export function foreignHost(host: string | undefined, { hosts }: OwnOrigins): string | undefined {
  if (host !== undefined && hosts.includes(host.toLowerCase())) return undefined;
  return `This server's name is ${hosts[0]}. Use that name, or set publicUrl in serve.yaml.`;
}

/**
 * Why an unsafe request is refused; undefined if it does not come from another site. Its content type does not matter.
 * Browsers send `Origin` and `Sec-Fetch-Site`. If both are missing, no browser sent the request, and it is accepted
 * only with `withoutBrowser`. A request with a bearer token is not from a foreign page either: browsers let such a page
 * send `Authorization` only with the server's permission, which this server never gives. Node's own `fetch` sends
 * `sec-fetch-mode` like a browser, but no `sec-fetch-site`.
 */
export function foreignOrigin(
  request: RequestHeaders,
  own: OwnOrigins,
  { withoutBrowser }: { readonly withoutBrowser: boolean },
): string | undefined {
  if (isSafeMethod(request.method)) return undefined;
  const [origin, site] = [request.header("origin"), request.header("sec-fetch-site")];
  const refused = "This request came from another site, so the server refused it.";
  if (site !== undefined && site !== "same-origin") return refused;
  if (origin !== undefined) return own.origins.includes(origin.toLowerCase()) ? undefined : refused;
  if (site !== undefined) return undefined;
  const isBrowser =
    !/^Bearer /i.test(request.header("authorization") ?? "") &&
    (mayBeFromPage(request) || request.header("sec-fetch-mode") !== undefined);
  return withoutBrowser && !isBrowser
    ? undefined
    : "The request must name its origin: it has no Origin header.";
}

/**
 * True if a page may have sent the request. Browsers add the page's site or address, or a cookie. A program that only
 * sends the server's own `Origin` adds none of these.
 */
export function mayBeFromPage(request: RequestHeaders): boolean {
  return ["sec-fetch-site", "referer", "cookie"].some((name) => request.header(name) !== undefined);
}
