/** The contract of drivers: how many groups of optional members it has, and that each says when it is called. */

import type { Breach, Source } from "./source.ts";

/** How many groups a reader can take in: what one driver alone has is that driver's, and no group. */
export const maxGroups = 25;

/** The groups that a driver, session, dialect or kind may have, by name. Takes `drivers/contract/contract.ts`. */
export function optionalGroups({ text }: Source): readonly string[] {
  return [...text.matchAll(/\bOptional<(\w+)/g)].map(([, name = ""]) => name);
}

/** Groups without a word of when they are called or read, in their comment or in that of a member. */
export function untimedGroups(groups: readonly string[], sources: readonly Source[]): readonly Breach[] {
  return groups.filter((name) => {
    const declared = new RegExp(
      `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export interface ${name}\\b[^{]*\\{([^]*?)\\n\\}`,
    );
    const found = sources.map(({ text }) => declared.exec(text)).find((each) => each !== null);
    return !found || !/\b(?:Called|Read)\b/.test(`${found[1]}${found[2]}`);
  });
}
