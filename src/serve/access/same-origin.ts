/** Whether a request comes from our own page, or from no page: what a browser says of it, held against where we are. */

/** What is asked of a request. */
export interface RequestHeaders {
  readonly method: string;
  header(name: string): string | undefined;
}

/** Where we are: the public origin, and what else the listener is called on its own machine. */
export interface OwnOrigins {
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** A public URL on loopback is also each other name of loopback, at that port. */
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

/** Methods that change nothing: pages elsewhere may lead to them. */
const safe = ["GET", "HEAD", "OPTIONS"];

/** Whether the method changes nothing. */
export function isSafeMethod(method: string): boolean {
  return safe.includes(method);
}

/**
 * Why the request is not ours to answer: it names another host, as one does whose name was made to lead here (DNS
 * rebinding).
 */
export function foreignHost(host: string | undefined, { hosts }: OwnOrigins): string | undefined {
  if (host !== undefined && hosts.includes(host.toLowerCase())) return undefined;
  return `This server is ${hosts[0]}. Ask for it by that name, or set publicUrl in serve.yaml.`;
}

/**
 * Why an unsafe request is not carried out: it is another site's, whatever its content type. A browser says in
 * `Origin`, and in `Sec-Fetch-Site`, where it comes from. Where both are missing no browser sent it: that is enough
 * where `withoutBrowser` says so. Nor did one that has a token: no page elsewhere may send such a header without asking
 * first, and it is never told that it may. Node's own `fetch` names a mode like browsers, and no site.
 */
export function foreignOrigin(
  request: RequestHeaders,
  own: OwnOrigins,
  { withoutBrowser }: { readonly withoutBrowser: boolean },
): string | undefined {
  if (isSafeMethod(request.method)) return undefined;
  const [origin, site] = [request.header("origin"), request.header("sec-fetch-site")];
  const refused = "This request came from another site, and was not carried out.";
  if (site !== undefined && site !== "same-origin") return refused;
  if (origin !== undefined) return own.origins.includes(origin.toLowerCase()) ? undefined : refused;
  if (site !== undefined) return undefined;
  const isBrowser =
    !/^Bearer /i.test(request.header("authorization") ?? "") &&
    ["cookie", "referer", "sec-fetch-mode"].some((name) => request.header(name) !== undefined);
  return withoutBrowser && !isBrowser ? undefined : "Say where this request comes from: it has no Origin.";
}
