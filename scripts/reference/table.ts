/** Tables of Markdown. */

/** A table with a line break at its end. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

/** A text that can stand in a cell. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
