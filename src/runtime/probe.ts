/** Probes a host without a credential: its name, its certificate, its answer, and its clock. */

import { lookup } from "node:dns/promises";
import { connect as connectPlain, isIP } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import type { Endpoint } from "../model/project.ts";
import { readPlain } from "./files/files.ts";
import { connect } from "./http/connection.ts";
import type { Answer } from "./http/exchange.ts";

const patienceMs = 5000;

/** The result of one probe: what was found, or why it failed. */
export type ProbeResult<T> = { readonly found: T } | { readonly failed: string };

/** The addresses of a name, within 5 seconds. An address resolves to itself. */
export async function addressesOf(host: string): Promise<ProbeResult<readonly string[]>> {
  const name = host.replace(/^\[|\]$/g, "");
  if (isIP(name)) return { found: [name] };
  return within(lookup(name, { all: true }).then((all) => all.map(({ address }) => address)));
}

/** Tests whether a port accepts connections. */
export function portOpen(host: string, port: number): Promise<ProbeResult<true>> {
  return socketed((done, failed) => {
    const socket = connectPlain({ host, port });
    socket.once("connect", () => done(true)).once("error", failed);
    return () => socket.destroy();
  });
}

/** When a host's certificate expires, ISO 8601. Fails with the reason if the certificate is not trusted. */
export async function certificateEnd(
  url: URL,
  { ca, insecure = false }: Endpoint["tls"],
): Promise<ProbeResult<string>> {
  const authorities = ca === undefined ? [...rootCertificates] : await readPlain(ca).catch(() => undefined);
  if (authorities === undefined) return { failed: `${ca} cannot be read` };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return socketed((done, failed) => {
    const name = isIP(host) ? {} : { servername: host };
    const port = Number(url.port || 443);
    const socket = connectTls({ host, port, ca: authorities, rejectUnauthorized: !insecure, ...name });
    socket.once("secureConnect", () => done(new Date(socket.getPeerCertificate().valid_to).toISOString()));
    socket.once("error", failed);
    return () => socket.destroy();
  });
}

/**
 * A host's answer to a request without a body: its status, how long it took, and how far the host's clock is ahead of
 * ours.
 */
export interface HostAnswer {
  readonly status: number;
  readonly ms: number;
  readonly clockMs: number | undefined;
}

/** Requests a page with HEAD, with the same connections as other requests: the same proxies and authorities. */
export async function hostAnswer(target: Endpoint, url: string): Promise<ProbeResult<HostAnswer>> {
  const begun = performance.now();
  return within(
    connect(target).then(async (connection) => {
      try {
        const signal = AbortSignal.timeout(patienceMs);
        const { status, headers } = await connection.request({ method: "HEAD", url, signal });
        const [ms, date] = [performance.now() - begun, Date.parse(headers.date ?? "")];
        const clockMs = Number.isNaN(date) ? undefined : date + ms / 2 - Date.now();
        return { status, ms, clockMs };
      } finally {
        await connection.close();
      }
    }),
  );
}

/** The answer to a request without a body: its status, and the beginning of its text. */
export interface BareAnswer {
  readonly status: number;
  readonly text: string;
}

/** The number of bytes that are read of each answer. */
const shownBytes = 64 * 1024;

/** Requests pages with GET, in parallel, without a credential. Follows no redirect; all within 5 seconds. */
export async function bareAnswers(
  target: Endpoint,
  urls: readonly string[],
): Promise<readonly ProbeResult<BareAnswer>[]> {
  const connection = await connect(target);
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await Promise.all(
      urls.map((url) => within(connection.request({ method: "GET", url, signal }).then(bareAnswer))),
    );
  } finally {
    // Requests that are still pending after the timeout are not awaited.
    void connection.close().catch(() => {});
  }
}

async function bareAnswer({ status, body }: Answer): Promise<BareAnswer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= shownBytes) break;
  }
  return { status, text: new TextDecoder().decode(Buffer.concat(pieces).subarray(0, shownBytes)) };
}

async function within<T>(looking: Promise<T>): Promise<ProbeResult<T>> {
  const { promise: late, resolve } = Promise.withResolvers<ProbeResult<T>>();
  const timer = setTimeout(() => resolve({ failed: `no answer within ${patienceMs / 1000} s` }), patienceMs);
  const done = looking.then(
    (found) => ({ found }),
    (error: unknown) => ({ failed: reasonOf(error) }),
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function socketed<T>(
  open: (done: (found: T) => void, failed: (error: Error) => void) => () => void,
): Promise<ProbeResult<T>> {
  let close = () => {};
  const looking = new Promise<T>((resolve, reject) => {
    close = open(resolve, reject);
  });
  return within(looking).finally(() => close());
}

/** The innermost cause: its code and message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code = "code" in error ? String(error.code) : "";
  // The message of OpenSSL is a position in its source, over two lines. The code says more.
  const isTls = /^[0-9A-F]{8,}:error:/.test(error.message);
  const words = isTls
    ? "the server's answer is not TLS, or uses a TLS version that is not supported"
    : error.message || code;
  return words.includes(code) ? words : `${words} (${code})`;
}
