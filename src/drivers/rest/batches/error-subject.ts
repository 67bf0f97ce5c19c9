/** What an error names. Pure. */

/** A name is in a text as a whole: `/networks/N_1` is not in `/networks/N_12`, `Lab` not in `OldLab`. */
export function isNamed(text: string, name: string): boolean {
  if (name === "") return false;
  const isWord = /^\w/.test(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/^[\w/%-]/.test(text.slice(at + name.length)) && !(isWord && /[\w%-]$/.test(text.slice(0, at))))
      return true;
  return false;
}
