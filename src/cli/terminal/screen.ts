/** A screen that is redrawn repeatedly. It restores the terminal, however the process ends. */

import { stripVTControlCharacters } from "node:util";
import type { Output } from "./output.ts";

/** A separate screen on the terminal of standard output. */
export interface Screen {
  /** The current number of lines and columns. */
  size(): { readonly rows: number; readonly columns: number };
  /** Draws a text from the top; lines and columns that do not fit are cut. */
  draw(text: string): void;
  /** Calls the function when the size has changed. */
  resized(listener: () => void): void;
  /** Restores the terminal. */
  close(): void;
}

const enter = "\u001b[?1049h\u001b[?25l";
const leave = "\u001b[?25h\u001b[?1049l";

/** Opens the alternate screen, without a cursor; `out` draws. Undefined if there is no terminal. */
export function openScreen({ out, secrets }: Pick<Output, "out" | "secrets">): Screen | undefined {
  const { stdout } = process;
  if (!stdout.isTTY) return undefined;
  const size = () => ({ rows: stdout.rows, columns: stdout.columns });
  let listener = () => {};
  const onResize = () => listener();
  const close = () => {
    process.off("exit", close);
    stdout.off("resize", onResize);
    stdout.write(leave);
  };
  process.once("exit", close);
  stdout.on("resize", onResize);
  stdout.write(enter);
  return {
    size,
    draw: (text) => {
      const { rows, columns } = size();
      const lines = secrets
        .text(text)
        .split("\n")
        .slice(0, rows)
        .map((line) => cut(line, columns));
      out(`\u001b[H${lines.map((line) => `${line}\u001b[0m\u001b[K`).join("\n")}\u001b[J`);
    },
    resized: (by) => {
      listener = by;
    },
    close,
  };
}

/** A line, cut at the edge of the terminal. A colored line that is too long loses its colors. */
function cut(line: string, columns: number): string {
  const bare = stripVTControlCharacters(line);
  return bare.length <= columns ? line : `${bare.slice(0, Math.max(0, columns - 1))}…`;
}
