/** The certificate and the key of a server. Their files are read again when they change. */

import { stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { type Problem, problem } from "../../model/problem.ts";
import type { Log } from "../../model/wire.ts";
import { fileErrorReason } from "../files/file-problems.ts";
import { readPlain } from "../files/files.ts";

/** The absolute paths of two PEM files: the certificate with its chain, and its key. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The certificate that a server presents, with its key. */
interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A certificate that is watched for changes. */
export interface ServerCertificate {
  now(): KeyPair;
  onRenewal(renewed: (next: KeyPair) => void): void;
  stop(): void;
}

/** How often the files are checked. */
const lookMs = 5_000;

/**
 * Reads both files now, and again when they change. If a new certificate and key do not match, the previous pair stays
 * in use.
 */
export async function watchCertificate(
  files: TlsFiles,
  log: Log,
): Promise<ServerCertificate | { readonly problem: Problem }> {
  let marks = await marksOf(files);
  const first = await readCertificate(files);
  if ("problem" in first) return first;
  let current = first.pair;
  let renewed: (next: KeyPair) => void = () => {};
  const look = async () => {
    const seen = await marksOf(files);
    if (seen === marks) return;
    const next = await readCertificate(files);
    if ("problem" in next) {
      log.warn("the certificate was not renewed", { problem: next.problem.message });
      return;
    }
    marks = seen;
    current = next.pair;
    renewed(current);
    log.info("the certificate was renewed", { cert: files.cert });
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  return {
    now: () => current,
    onRenewal: (heard) => {
      renewed = heard;
    },
    stop: () => clearInterval(timer),
  };
}

/** A text that differs once either file has changed. */
async function marksOf({ cert, key }: TlsFiles): Promise<string> {
  const of = async (path: string) => {
    const found = await stat(path).catch(() => undefined);
    return found ? `${found.ino}:${found.size}:${found.mtimeMs}` : "";
  };
  return (await Promise.all([of(cert), of(key)])).join(" ");
}

/** Reads the pair, or finds why it cannot be used. */
export async function readCertificate(
  files: TlsFiles,
): Promise<{ readonly pair: KeyPair } | { readonly problem: Problem }> {
  const cert = await bytesOf(files.cert);
  if ("problem" in cert) return cert;
  const key = await bytesOf(files.key);
  if ("problem" in key) return key;
  const pair = { cert: cert.bytes, key: key.bytes };
  try {
    createSecureContext(pair);
    return { pair };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `the certificate ${files.cert} and the key ${files.key} cannot be used: ${why}.`;
    const hint = "Use a certificate and a key in PEM that belong together. The key must have no passphrase.";
    return { problem: problem("unusable-certificate", message, { hint }) };
  }
}

async function bytesOf(path: string): Promise<{ readonly bytes: Buffer } | { readonly problem: Problem }> {
  try {
    return { bytes: await readPlain(path, { maxBytes: 1024 * 1024 }) };
  } catch (error) {
    const message = `${path} cannot be read for TLS: ${fileErrorReason(error)}.`;
    const hint = "Set `tls` in serve.yaml to files that this user may read.";
    return { problem: problem("unusable-certificate", message, { hint }) };
  }
}
