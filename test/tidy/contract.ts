/** The contract of drivers: how many groups of optional members it has, and that each group says when it is called. */

import type { Breach, Source } from "./source.ts";

/**
 * The number of groups that a reader can keep in mind. Members that only one driver needs belong into that driver
 * instead.
 */
export const maxGroups = 25;

/**
 * The names of the groups that a driver, session, dialect or kind may have. `text` is that of
 * `drivers/contract/contract.ts`.
 */
export function optionalGroups({ text }: Source): readonly string[] {
  return [...text.matchAll(/\bOptional<(\w+)/g)].map(([, name = ""]) => name);
}

/** Groups that do not say when they are called or read, neither in their comment nor in that of a member. */
export function untimedGroups(groups: readonly string[], sources: readonly Source[]): readonly Breach[] {
  return groups.filter((name) => {
    const declared = new RegExp(
      `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export interface ${name}\\b[^{]*\\{([^]*?)\\n\\}`,
    );
    const found = sources.map(({ text }) => declared.exec(text)).find((each) => each !== null);
    return !found || !/\b(?:Called|Read)\b/.test(`${found[1]}${found[2]}`);
  });
}
