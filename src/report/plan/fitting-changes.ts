/**
 * Renders sections of changes as Markdown of limited length. It contains as many blocks as fit, and the number of the
 * others.
 */

import type { Address } from "../../model/address.ts";
import { code } from "../text/escape.ts";
import { counted } from "../text/value.ts";
import { blocksOf, type ChangeBlock, screenful } from "./change-blocks.ts";
import type { ChangeSection } from "./change-groups.ts";
import { blockMarkdown, type ChangeContext } from "./change-markdown.ts";

/** The maximum length of a block if other blocks still need room. */
const largeBlock = 4000;

/** The minimum room for a block. If less room is left, the block is omitted. */
const smallBlock = 200;

/** The room reserved for the line about omitted changes. */
const reserve = 400;

/** The context in which changes are shown, and the room for them. */
interface FittingContext extends ChangeContext {
  readonly room: number;
  /** The command that shows the complete changes. */
  readonly whole: string;
}

/** The texts of headings and blocks, and whether they are complete. */
export interface FittingChanges {
  readonly parts: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Headings and blocks in at most `room` characters, each followed by two line breaks. A heading stays even if none of
 * its blocks fit. A large block is truncated rather than leaving no room for others.
 */
export function fittingChanges(
  sections: readonly ChangeSection[],
  { room, whole, ...context }: FittingContext,
): FittingChanges {
  const titled = sections.map(({ title, changes, view }) => ({
    title: `### ${title} (${changes.length})`,
    blocks: blocksOf(changes, context).map((block) => ({ block, context: { ...context, view } })),
  }));
  let left = room - reserve - titled.reduce((sum, { title }) => sum + title.length + 2, 0);
  const fits = roomOf(
    titled.flatMap(({ blocks }) => blocks),
    left,
  );
  const omitted = new Set<Address>();
  let isWhole = true;
  const parts = titled.flatMap(({ title, blocks }) => {
    const texts = blocks.flatMap(({ block, context: on }) => {
      const { share, folded } = fits(block, left);
      const shown = left < smallBlock ? undefined : blockMarkdown(block, on, { room: share - 2, folded });
      if (shown === undefined) for (const { address } of block.changes) omitted.add(address);
      if (!shown?.isWhole) isWhole = false;
      left -= shown === undefined ? 0 : shown.text.length + 2;
      return shown === undefined ? [] : [shown.text];
    });
    return [title, ...texts];
  });
  if (isWhole) return { parts, isWhole };
  const what =
    omitted.size === 0 ? "Not everything is shown" : `${counted(omitted.size, "more resource")} not shown`;
  const note = `**${what}:** a comment has at most ${maxComment} characters. ${wholeText(whole)}`;
  return { parts: [...parts, note], isWhole };
}

/** A block, and the context in which it is shown. */
interface ShownBlock {
  readonly block: ChangeBlock;
  readonly context: ChangeContext;
}

/**
 * The room for each block: everything that later blocks do not need. A later large block is counted as `largeBlock`.
 */
function roomOf(blocks: readonly ShownBlock[], all: number) {
  let rows = 0;
  const needs = blocks.map(({ block, context }) => {
    const folded = foldOf(block, rows);
    rows += block.rows.length;
    const shown = blockMarkdown(block, context, { room: all, folded });
    return { block, folded, need: Math.min(largeBlock, shown?.isWhole ? shown.text.length + 2 : largeBlock) };
  });
  const known = new Map(needs.map((one) => [one.block, one]));
  let waiting = blocks.length;
  let later = needs.reduce((sum, { need }) => sum + need, 0);
  return (block: ChangeBlock, left: number) => {
    const { need = 0, folded = "rest" as const } = known.get(block) ?? {};
    later -= need;
    const share = Math.min(left, Math.max(left / waiting, left - later));
    waiting -= 1;
    return { share, folded };
  };
}

function foldOf({ action, changes, rows }: ChangeBlock, before: number): "all" | "rest" {
  const isLate = changes.length === 1 && before + rows.length > screenful;
  return action === "remove" || isLate ? "all" : "rest";
}

/**
 * GitHub's limit for comments, in characters. trueup counts UTF-16 code units, which are never fewer than the
 * characters.
 */
export const maxComment = 65_536;

/** A note on how to see everything, as Markdown. */
export function wholeText(command: string): string {
  return `The complete output is in the artifact of this run (${code(command)}).`;
}
