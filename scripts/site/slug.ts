/** Anchors of headings, as Git hosts make them, so that a link to a heading works both there and on the site. */

/** The anchor of a heading: `7-several-environments` for `7. Several environments`. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The anchors of a page, in order; a repeated heading gets a number. */
export function anchorsOf(markdown: string): readonly string[] {
  const counts = new Map<string, number>();
  return headingsOf(markdown).map((heading) => {
    const base = slug(plainText(heading));
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  });
}

/** The text with each code block replaced by empty lines: code contains neither headings nor links. */
export function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^( *)(```+)[^\n]*\n([\s\S]*?)^\1\2 *$/gm, (block) =>
    block.replaceAll(/[^\n]/g, ""),
  );
}

function headingsOf(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, text = ""]) => text);
}

function plainText(heading: string): string {
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
}
