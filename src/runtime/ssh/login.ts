/** How one logs in to an SSH server, and with which of its keys it is asked to sign. */

import type {
  ConnectConfig,
  KeyboardInteractiveAuthMethod,
  ParsedKey,
  PasswordAuthMethod,
  PublicKeyAuthMethod,
  ServerHostKeyAlgorithm,
} from "ssh2";
import type { ChannelRequest } from "../../model/channel.ts";
import { Secret } from "../../model/secret.ts";

/** A login with its secrets in it. */
export interface Login extends Pick<ConnectConfig, "username" | "authHandler"> {
  /** Set where it is by key. */
  readonly key?: PublicKeyAuthMethod;
}

/** The login of a call. Where its URL has a path, that is the device behind this address: part of the user's name. */
export function loginOf(call: ChannelRequest, reveal: (secret: Secret) => string): Login {
  const field = (name: string) => {
    const value = call.credential[name];
    return value instanceof Secret ? reveal(value) : value;
  };
  const device = decodeURIComponent(URL.parse(call.url)?.pathname.replace(/^\/+|\/+$/g, "") ?? "");
  const user = field("username") ?? "";
  const username = device === "" ? user : `${user}@${device}`;
  const [password = "", privateKey, passphrase] = ["password", "privateKey", "passphrase"].map(field);
  if (privateKey !== undefined) {
    const locked = passphrase !== undefined && { passphrase };
    const key: PublicKeyAuthMethod = { type: "publickey", username, key: privateKey, ...locked };
    return { username, authHandler: [key], key };
  }
  const directly: PasswordAuthMethod = { type: "password", username, password };
  const prompted: KeyboardInteractiveAuthMethod = {
    type: "keyboard-interactive",
    username,
    // Only where nothing but hidden texts are asked for: that is the password.
    prompt: (...[, , , prompts, answer]) =>
      answer(prompts.every(({ echo }) => echo === false) ? prompts.map(() => password) : []),
  };
  return { username, authHandler: [directly, prompted] };
}

/** A login that would be signed by SHA-1: collisions of it can be made (RFC 9142, 3.3). */
export class WeakSignature extends Error {}

/** The key, which signs by SHA-2 alone. */
export function signingBySha2(key: ParsedKey): ParsedKey {
  const sign = (data: Buffer | string, algorithm?: string) =>
    algorithm === "sha1" ? new WeakSignature("SHA-1") : key.sign(data, algorithm);
  return Object.create(key, { sign: { value: sign } });
}

const signatures: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  "ssh-ed25519": ["ssh-ed25519"],
  "ecdsa-sha2-nistp256": ["ecdsa-sha2-nistp256"],
  "ecdsa-sha2-nistp384": ["ecdsa-sha2-nistp384"],
  "ecdsa-sha2-nistp521": ["ecdsa-sha2-nistp521"],
  // Not `ssh-rsa` itself, which is by SHA-1.
  "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256"],
};

/** What a server is asked to sign with: of several keys that it has, one of a type that is known. */
export function signaturesFor(known: readonly string[]): ServerHostKeyAlgorithm[] {
  return [...new Set([...known, ...Object.keys(signatures)].flatMap((type) => signatures[type] ?? []))];
}
