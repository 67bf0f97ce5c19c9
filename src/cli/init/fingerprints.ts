/** Recognizes the product at a URL: reads a few pages without credentials and compares them with fingerprints. */

import { isFingerprintOf } from "../../catalog/fingerprint.ts";
import type { CatalogSource } from "../../catalog/schema/kind.ts";
import type { Fingerprint } from "../../catalog/schema/product.ts";
import type { Endpoint } from "../../model/project.ts";
import { bareAnswers } from "../../runtime/probe.ts";

/** A product that answers as one of its fingerprints describes. */
export interface AnsweringProduct {
  /** The product's name; undefined for devices, which have no catalog. */
  readonly product?: string | undefined;
  readonly title: string;
  /** The path whose answer matched the fingerprint. */
  readonly path: string;
}

/** The result of fingerprinting a host. */
export interface HostFingerprint {
  readonly found: readonly AnsweringProduct[];
  /** The products whose fingerprints were compared. */
  readonly sought: readonly string[];
  /** Why no request was answered. If absent, at least one request was answered. */
  readonly failed?: string | undefined;
}

/** The maximum number of pages requested. */
const maxPages = 24;

interface Suspect extends Omit<AnsweringProduct, "path"> {
  readonly basePath: string;
  readonly fingerprint: Fingerprint;
}

/**
 * Fingerprints of devices with RESTCONF: the page that names the root resource, and the errors of a read without
 * permission (RFC 8040, 3.1 and 7.1).
 */
const devices: readonly Fingerprint[] = [
  {
    path: "/.well-known/host-meta",
    status: 200,
    texts: ["docs.oasis-open.org/ns/xri/xrd-1.0", "restconf"],
    source: "RFC 8040, 3.1",
  },
  {
    path: "/restconf/data/ietf-yang-library:modules-state",
    status: 401,
    texts: ["ietf-restconf", "access-denied"],
    source: "RFC 8040, 7.1",
  },
];

/** Requests the pages of a URL's host, each once, within 5 seconds altogether. Never rejects. */
export async function hostFingerprint(source: CatalogSource, url: string): Promise<HostFingerprint> {
  const suspects = suspectsIn(source).slice(0, maxPages);
  const urls = suspects.map(({ basePath, fingerprint }) => rootOf(url, basePath) + fingerprint.path);
  const pages = [...new Set(urls)];
  const endpoint: Endpoint = { name: "init", url, hosts: [], tls: {}, limits: {} };
  const answers = await bareAnswers(endpoint, pages);
  const found = suspects.flatMap(({ product, title, fingerprint }, index) => {
    const answer = answers[pages.indexOf(urls[index] ?? "")];
    const fits = answer && "found" in answer && isFingerprintOf(fingerprint, answer.found);
    return fits ? [{ product, title, path: fingerprint.path }] : [];
  });
  const failures = answers.flatMap((answer) => ("failed" in answer ? [answer.failed] : []));
  return {
    found: [...new Map(found.map((each) => [each.title, each])).values()],
    sought: [...new Set(suspects.map(({ title }) => title))],
    failed: failures.length === pages.length ? failures[0] : undefined,
  };
}

function suspectsIn(source: CatalogSource): readonly Suspect[] {
  const products = source.names.flatMap(({ product }): readonly Suspect[] => {
    const { title, basePath, fingerprint = [] } = source.read(product).product;
    return fingerprint.map((each) => ({ product, title, basePath, fingerprint: each }));
  });
  const restconf = devices.map((each) => ({ title: "RESTCONF", basePath: "", fingerprint: each }));
  return [...products, ...restconf];
}

/** A URL without the product's base path and without a trailing slash. */
export function rootOf(url: string, basePath: string): string {
  const bare = url.replace(/\/+$/, "");
  return basePath !== "" && bare.endsWith(basePath) ? bare.slice(0, -basePath.length) : bare;
}
