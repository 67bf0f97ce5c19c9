/** Logs in to an SSH server, and decides with which of its keys the server must sign. */

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

/** A login with its opened secrets. */
export interface Login extends Pick<ConnectConfig, "username" | "authHandler"> {
  /** The user's key; absent if the login uses no key. */
  readonly key?: PublicKeyAuthMethod;
}

/**
 * The login for a call. If the URL has a path, it names a device behind the address, and becomes part of the user name.
 */
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
    // Answers only if all prompts hide their input, because such prompts ask for the password.
    prompt: (...[, , , prompts, answer]) =>
      answer(prompts.every(({ echo }) => echo === false) ? prompts.map(() => password) : []),
  };
  return { username, authHandler: [directly, prompted] };
}

/** Thrown for a login that would be signed with SHA-1, for which collisions can be found (RFC 9142, 3.3). */
export class WeakSignature extends Error {}

/** The key, restricted to SHA-2 signatures. */
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
  // The signature algorithm `ssh-rsa` is left out, because it uses SHA-1.
  "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256"],
};

/**
 * The signature algorithms that a server may use. Those for known key types come first, so that a server with several
 * keys uses a known one.
 */
export function signaturesFor(known: readonly string[]): ServerHostKeyAlgorithm[] {
  return [...new Set([...known, ...Object.keys(signatures)].flatMap((type) => signatures[type] ?? []))];
}
