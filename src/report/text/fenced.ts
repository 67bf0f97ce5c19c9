/** A text under a title, in a block of Markdown that nothing in it can leave. Pure. */

/** Ends with a line break. */
export function fencedText(title: string, text: string): string {
  const maxLength = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxLength + 1);
  return `### ${title}\n\n${fence}text\n${text.trimEnd()}\n${fence}\n`;
}
