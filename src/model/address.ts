/** Addresses: the identity of a resource in Git, `target/kind/key`. */

/** `target/kind/key`, for example `cloud/ssid/berlin.0`. Target and kind contain no slash; the key may. */
export type Address = `${string}/${string}/${string}`;

/** The three parts of an address. */
export interface AddressParts {
  readonly target: string;
  readonly kind: string;
  readonly key: string;
}

/** Joins the parts of an address. */
export function address(target: string, kind: string, key: string): Address {
  return `${target}/${kind}/${key}`;
}

/** Splits an address. Never throws: a text with fewer than two slashes gives empty parts. */
export function addressParts(of: Address): AddressParts {
  const first = of.indexOf("/");
  const second = of.indexOf("/", first + 1);
  return { target: of.slice(0, first), kind: of.slice(first + 1, second), key: of.slice(second + 1) };
}

/** The longest key derived from a name, in characters. */
const maxKeyLength = 60;

/**
 * The text in lower case, with hyphens instead of everything that is neither letter nor digit: `Zürich 2. OG` →
 * `zurich-2-og`. Letters of other scripts stay. Empty if the text has no letters or digits.
 */
export function slug(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^[-\p{M}]+/u, "");
  return [...bare].slice(0, maxKeyLength).join("").replace(/-+$/, "");
}
