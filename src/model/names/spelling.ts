/** How servers change names when they store them. */

/**
 * Returns the name in a spelling for comparisons: in Unicode form NFKC, without case and blanks, which servers change.
 */
export function spellingless(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().replace(/\s+/gu, "");
}

/** True if a server may have stored `name` as `stored`: spelled differently, or truncated. */
export function maybeStoredOf(name: string, stored: string): boolean {
  const own = spellingless(stored);
  return own !== "" && spellingless(name).startsWith(own);
}
