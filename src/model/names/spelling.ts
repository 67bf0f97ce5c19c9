/** What servers make of the names that they are sent. */

/** The name without what servers change of it: compatible forms composed, no case, no blanks. */
export function spellingless(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().replace(/\s+/gu, "");
}

/** True for a name that a server may have made of the other: spelled otherwise, or cut off. */
export function maybeStoredOf(name: string, stored: string): boolean {
  const own = spellingless(stored);
  return own !== "" && spellingless(name).startsWith(own);
}
