/**
 * The contract of drivers. The number of its groups of optional members is limited, and each group says when it is
 * called.
 */

import type { Breach, Source } from "./source.ts";

/**
 * The maximum number of groups, so that a reader can keep them in mind. Members that only one driver needs belong in
 * that driver.
 */
export const maxGroups = 25;

/**
 * Returns the names of the groups of members that are optional for a driver, session, dialect or kind. `text` is the
 * text of `drivers/contract/contract.ts`.
 */
export function optionalGroups({ text }: Source): readonly string[] {
  return [...text.matchAll(/\bOptional<(\w+)/g)].map(([, name = ""]) => name);
}

/**
 * Returns groups that do not say when they are called or read. They can say so in their own comment or in the comment
 * of a member.
 */
export function untimedGroups(groups: readonly string[], sources: readonly Source[]): readonly Breach[] {
  return groups.filter((name) => {
    const declared = new RegExp(
      `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export interface ${name}\\b[^{]*\\{([^]*?)\\n\\}`,
    );
    const found = sources.map(({ text }) => declared.exec(text)).find((each) => each !== null);
    return !found || !/\b(?:Called|Read)\b/.test(`${found[1]}${found[2]}`);
  });
}
