/** Links in pages: resolved as on a Git host, and rewritten for the site. */

import { posix } from "node:path";
import { withoutCode } from "./slug.ts";

/** What links can point to. */
export interface LinkTargets {
  /** The address on the site of each file that the site shows, by the file's path. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The anchors of each file that the site shows, by the file's path. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** True for a file or folder of the repository. */
  readonly exists: (path: string) => boolean;
  /**
   * The URL at which the repository's files can be viewed. Undefined: files that the site does not show are not linked.
   */
  readonly source: string | undefined;
}

/** A page in the form for the site, with its broken links. */
export interface LinkedPage {
  readonly text: string;
  readonly dead: readonly string[];
}

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Rewrites the links of a page for the site, except those in code. */
export function withSiteLinks(file: string, markdown: string, targets: LinkTargets): LinkedPage {
  const dead: string[] = [];
  const prose = withoutCode(markdown).split("\n");
  const lines = markdown.split("\n").map((line, at) =>
    prose[at] === ""
      ? line
      : line.replaceAll(link, (whole, image: string, text: string, to: string) => {
          const found = siteLink(file, to, targets);
          if (found === undefined) dead.push(`${file}:${at + 1}: ${to}`);
          if (found === "") return text;
          return found === undefined ? whole : `${image}[${text}](${found})`;
        }),
  );
  return { text: lines.join("\n"), dead };
}

/** The target of a link on the site. Empty for a file that the site does not show; undefined if the link is broken. */
function siteLink(file: string, to: string, targets: LinkTargets): string | undefined {
  if (/^[a-z]+:/.test(to)) return to;
  const [path = "", anchor] = to.split("#");
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
  const address = targets.addresses.get(target);
  if (address === undefined) {
    if (!targets.exists(target)) return undefined;
    return targets.source === undefined ? "" : `${targets.source}/${target}`;
  }
  if (anchor === undefined) return address;
  return targets.anchors.get(target)?.includes(anchor)
    ? `${path === "" ? "" : address}#${anchor}`
    : undefined;
}
