/** Groups of changes → Markdown that fits where it goes: as many resources as there is room for, the others counted. */

import type { Change } from "../../model/change.ts";
import { code } from "../text/escape.ts";
import { counted } from "../text/value.ts";
import { type ChangeContext, changeMarkdown } from "./change-markdown.ts";

/** Changes under one heading. */
export interface TitledChanges {
  /** A heading, as Markdown. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** What one resource may take of the room at most, where others wait for it. */
const largeBlock = 4000;

/** Less than this is no room for a resource: it is not even tried. */
const smallBlock = 400;

/** What the line about what is not shown may take. */
const reserve = 400;

/**
 * Headings and blocks, at most `room` characters with two line breaks behind each. Headings stay even when no block
 * does. One large resource does not keep others out: it is shown in part. `whole` is the command that shows all.
 */
export function fittingChanges(
  groups: readonly TitledChanges[],
  { room, whole, ...context }: ChangeContext & { readonly room: number; readonly whole: string },
): readonly string[] {
  let left = room - reserve - groups.reduce((sum, { title }) => sum + title.length + 2, 0);
  let waiting = groups.reduce((sum, { changes }) => sum + changes.length, 0);
  let omitted = 0;
  const parts = groups.flatMap(({ title, changes }) => {
    const blocks = changes.flatMap((change) => {
      const share = Math.min(left, Math.max(largeBlock, left / waiting));
      waiting -= 1;
      const block = left < smallBlock ? undefined : changeMarkdown(change, context, share - 2);
      if (block === undefined) omitted += 1;
      else left -= block.length + 2;
      return block === undefined ? [] : [block];
    });
    return [title, ...blocks];
  });
  const what = `**${counted(omitted, "more resource")} not shown:** a comment holds ${maxComment} characters.`;
  return omitted === 0 ? parts : [...parts, `${what} ${wholeText(whole)}`];
}

/** What GitHub takes as a comment, in characters. Counted in UTF-16 code units, which are never fewer. */
export const maxComment = 65_536;

/** Where all of it is, as Markdown. */
export function wholeText(command: string): string {
  return `The whole of it is in the artifact of this run (${code(command)}).`;
}
