/** What an error names. Pure. */

/** A path is in a text as a whole: `/networks/N_1` is not in `/networks/N_12`. */
export function isNamed(text: string, path: string): boolean {
  if (path === "") return false;
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1))
    if (!/^[\w/%-]/.test(text.slice(at + path.length))) return true;
  return false;
}
