/** Keeps texts from elsewhere from giving commands to a workflow runner that reads what is printed. Pure. */

/**
 * The text with a space of no width in everything that GitHub's runner would take for a command: `::` at the start of
 * a line, white space or not, and `##[` anywhere.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gm, "$1\u200b").replaceAll("##[", "#\u200b#[");
}
