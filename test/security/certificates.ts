/** Certificates for one test: an own authority, and the server certificates that it issues (X.509 in DER). */

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** An authority, with its certificate for `tls.ca`. */
export interface Authority {
  readonly pem: string;
  /**
   * Issues a certificate and a key for `names`, which are DNS names or IPv4 addresses. If `days` is negative, the
   * certificate has expired.
   */
  issue(names: readonly string[], days?: number): { readonly cert: string; readonly key: string };
}

/** Creates a new authority, which nobody trusts yet. */
export function authority(name: string): Authority {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = { subject: name, issuer: name, publicKey, signer: privateKey };
  const pem = certificate({ ...own, days: 30, extensions: [basicConstraints(true)] });
  return {
    pem,
    issue: (names, days = 30) => {
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const extensions = [basicConstraints(false), alternativeNames(names)];
      const of = { subject: names[0] ?? name, issuer: name, publicKey: pair.publicKey, signer: privateKey };
      const key = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      return { cert: certificate({ ...of, days, extensions }), key };
    },
  };
}

interface Certified {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly days: number;
  readonly extensions: readonly Buffer[];
}

const day = 86_400_000;
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));

/** Returns a certificate (RFC 5280, 4.1): the signed content, the algorithm and the signature. */
function certificate({ subject, issuer, publicKey, signer, days, extensions }: Certified): string {
  const now = Date.now();
  const [from, to] = days < 0 ? [now + days * day, now - day] : [now - day, now + days * day];
  const signed = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(from), time(to)),
    commonName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions)),
  );
  const der = sequence(signed, ecdsaWithSha256, bits(sign("sha256", signed, signer)));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function basicConstraints(isAuthority: boolean): Buffer {
  const value = isAuthority ? sequence(element(0x01, Buffer.from([0xff]))) : sequence();
  return sequence(identifier("551d13"), element(0x04, value));
}

function alternativeNames(names: readonly string[]): Buffer {
  const each = names.map((name) =>
    /^[\d.]+$/.test(name)
      ? element(0x87, Buffer.from(name.split(".").map(Number)))
      : element(0x82, Buffer.from(name)),
  );
  return sequence(identifier("551d11"), element(0x04, sequence(...each)));
}

function commonName(name: string): Buffer {
  return sequence(element(0x31, sequence(identifier("550403"), element(0x0c, Buffer.from(name)))));
}

function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "");
  return element(0x18, Buffer.from(text));
}

function identifier(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, "hex"));
}

function bits(content: Buffer): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function sequence(...members: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(members));
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
