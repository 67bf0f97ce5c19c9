/** Tables in Markdown. */

/** A table with a final line break. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

/** A text, escaped for a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
