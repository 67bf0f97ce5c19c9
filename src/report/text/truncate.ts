/** Cuts Markdown that is too long for where it goes, without leaving a fence or a fold open. Pure. */

/** What is open after some lines of Markdown. */
interface Open {
  /** The marks that end the fence that is open; empty outside of fences. */
  fence: string;
  folds: number;
}

/**
 * The text if it is at most `maxLength` UTF-16 code units long; else its first lines, with what they leave open closed
 * again, and `note` as the last line. `note` must be Markdown, and much shorter than `maxLength`.
 */
export function truncateMarkdown(text: string, maxLength: number, note: string): string {
  if (text.length <= maxLength) return text;
  const open: Open = { fence: "", folds: 0 };
  const kept: string[] = [];
  let left = maxLength - note.length - 3;
  for (const line of text.split("\n")) {
    const next = after(open, line);
    if (line.length + 1 + closing(next).length > left) break;
    left -= line.length + 1;
    Object.assign(open, next);
    kept.push(line);
  }
  return `${kept.join("\n")}${closing(open)}\n\n${note}\n`;
}

function after({ fence, folds }: Open, line: string): Open {
  const [, marks = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (fence !== "") {
    const ends = marks.startsWith(fence) && line.trim() === marks;
    return { fence: ends ? "" : fence, folds };
  }
  if (marks !== "") return { fence: marks, folds };
  const bare = line.replace(/(`+).*?\1/g, "");
  const opened = bare.match(/<details[\s>]/gi)?.length ?? 0;
  const closed = bare.match(/<\/details>/gi)?.length ?? 0;
  return { fence, folds: Math.max(0, folds + opened - closed) };
}

function closing({ fence, folds }: Open): string {
  return `${fence === "" ? "" : `\n${fence}`}${"\n\n</details>".repeat(folds)}`;
}
