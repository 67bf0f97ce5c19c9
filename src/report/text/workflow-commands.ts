/** Prevents external texts from giving commands to a workflow runner that reads the output. Pure. */

/**
 * The text with a zero-width space in everything that GitHub's runner would take for a command: `::` at the start of a
 * line, even after white space, and `##[` anywhere.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gm, "$1\u200b").replaceAll("##[", "#\u200b#[");
}
