/** Canonical forms of URIs according to RFC 3986, 6.2.2, and no further. Pure; other texts stay unchanged. */

const reference = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/;
const escaped = /%([0-9a-fA-F]{2})/g;
const none = /[\s\p{Cc}]|%(?![0-9a-fA-F]{2})/u;
const unreserved = /^[A-Za-z0-9._~-]$/;

/**
 * Returns a URI with a lower-case scheme and host and without unnecessary escapes. Dot segments are removed unless
 * `dots` says that they stay.
 */
export function canonicalUri(text: string, dots: "dotsGo" | "dotsStay" = "dotsGo"): string {
  const found = reference.exec(text);
  if (found === null || none.test(text)) return text;
  const [, scheme = "", authority, path = "", query = "", fragment = ""] = found;
  const before = authority === undefined ? "" : `//${canonicalAuthority(authority)}`;
  const own = dots === "dotsStay" ? unescaped(path) : withoutDots(unescaped(path));
  // The path stays unchanged if the canonical path would be parsed as an authority.
  const isMisread = authority === undefined && own.startsWith("//");
  return `${scheme.toLowerCase()}:${before}${isMisread ? path : own}${unescaped(query)}${unescaped(fragment)}`;
}

/** Makes the host lower-case. User name and port keep their case. */
function canonicalAuthority(authority: string): string {
  const at = authority.lastIndexOf("@") + 1;
  const host = unescaped(authority.slice(at)).toLowerCase();
  return unescaped(authority.slice(0, at)) + host.replaceAll(escaped, (each) => each.toUpperCase());
}

/** Unescapes characters that need no escapes; other escapes are in upper case. */
function unescaped(part: string): string {
  if (!part.includes("%")) return part;
  return part.replaceAll(escaped, (whole, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return unreserved.test(character) ? character : whole.toUpperCase();
  });
}

/** Removes dot segments (RFC 3986, 5.2.4) from a path that begins with a slash. */
function withoutDots(path: string): string {
  if (!path.startsWith("/") || !path.includes("/.")) return path;
  const kept: string[] = [];
  const segments = path.slice(1).split("/");
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
    if (isLast && (segment === "." || segment === "..")) kept.push("");
  }
  return `/${kept.join("/")}`;
}
