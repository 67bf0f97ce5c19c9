/** Links of pages: followed as a Git host does, and written anew for the site. */

import { posix } from "node:path";
import { withoutCode } from "./slug.ts";

/** What links can lead to. */
export interface LinkTargets {
  /** The files that the site shows, with the address of each on it. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The anchors of each of those files. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** True of a file or folder of the repository. */
  readonly exists: (path: string) => boolean;
  /** The address of the repository's files at its host; undefined: what the site does not show is no link there. */
  readonly source: string | undefined;
}

/** A page as the site has it, and its links that lead nowhere. */
export interface LinkedPage {
  readonly text: string;
  readonly dead: readonly string[];
}

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** The links of a page, outside of code, written for the site. */
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

/** Where a link leads on the site; empty: to what it does not show; undefined: nowhere. */
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
