/** The pages of the site, generated from the repository's own: those of `docs/`, and some others. */

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withSiteLinks } from "./links.ts";
import { type SidebarSection, sections } from "./sections.ts";
import { anchorsOf, withoutCode } from "./slug.ts";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The home page. Its links are written for the site, not for the repository. */
const home = "scripts/site/index.md";

/** The input for the site's generator. */
export interface StagedSite {
  /** Pages by their file on the site. */
  readonly pages: ReadonlyMap<string, string>;
  readonly sidebar: readonly SidebarGroup[];
  /** Broken links: `file:line: link`. */
  readonly dead: readonly string[];
}

/** A group of the sidebar, in the generator's format. */
interface SidebarGroup {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/**
 * All pages with their links rewritten for the site. `source`: the URL at which the repository's files can be
 * viewed, if there is one.
 */
export async function stagedSite(source: string | undefined): Promise<StagedSite> {
  const shown = shownSections(await pagesOfDocs());
  const files = shown.flatMap(({ pages }) => pages.map(({ file }) => file));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(root, file), "utf8"));
  const addresses = new Map(["README.md", "docs/README.md"].map((file) => [file, "/"]));
  for (const file of files) addresses.set(file, addressOf(file));
  const anchors = new Map([...texts].map(([file, text]) => [file, anchorsOf(text)]));
  const exists = (path: string) => existsSync(join(root, path));
  const pages = new Map<string, string>();
  const dead: string[] = [];
  for (const [file, text] of texts) {
    const linked = withSiteLinks(file, text, { addresses, anchors, exists, source });
    dead.push(...linked.dead);
    pages.set(`${addressOf(file).slice(1)}.md`, inert(linked.text));
  }
  const landing = await readFile(join(root, home), "utf8");
  const led = [...landing.matchAll(/\blink: (\/[^\s,}]+)/g)].map(([, to = ""]) => to);
  const known = new Set(addresses.values());
  dead.push(...led.filter((to) => !known.has(to)).map((to) => `${home}: ${to}`));
  pages.set("index.md", landing);
  return { pages, dead, sidebar: shown.map(sidebarGroup) };
}

/** Writes the pages to this folder, replacing its contents, and the sidebar next to it. */
export async function writeSite({ pages, sidebar }: StagedSite, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of pages) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await writeFile(join(folder, "sidebar.json"), JSON.stringify(sidebar));
}

/** The groups with those of their pages that exist. The last group also gets the pages that no group names. */
export function shownSections(files: readonly string[]): readonly SidebarSection[] {
  const isThere = (file: string) => !file.startsWith("docs/") || files.includes(file);
  const named = new Set(sections.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const others = files.filter((file) => !named.has(file)).map((file) => ({ file, text: nameOf(file) }));
  return sections.map((section, at) => {
    const pages = section.pages.filter(({ file }) => isThere(file));
    return { ...section, pages: at === sections.length - 1 ? [...pages, ...others] : pages };
  });
}

/** The pages of `docs/`, as paths in the repository, except its table of contents, which the site does not need. */
export async function pagesOfDocs(): Promise<readonly string[]> {
  const names = await readdir(join(root, "docs"), { recursive: true });
  const pages = names.filter((name) => name.endsWith(".md") && name !== "README.md");
  return pages.map((name) => `docs/${name.replaceAll("\\", "/")}`).toSorted();
}

/** The address of a page on the site: `/kinds/fmc` for `docs/kinds/fmc.md`, `/project/changelog` for `CHANGELOG.md`. */
function addressOf(file: string): string {
  const name = file.replace(/\.md$/, "");
  return name.startsWith("docs/") ? name.slice("docs".length) : `/project/${name.toLowerCase()}`;
}

/** The name of a page for which the sidebar has no other name: `new page` for `docs/how-to/new-page.md`. */
function nameOf(file: string): string {
  return basename(file, ".md").replaceAll("-", " ");
}

function sidebarGroup({ text, pages, folded }: SidebarSection): SidebarGroup {
  const items = pages.map(({ file, text: name }) => ({ text: name, link: addressOf(file) }));
  return { text, items, ...(folded && { collapsed: true }) };
}

/** Inert text: outside of code, anything that the generator would treat as HTML or an expression is escaped. */
function inert(markdown: string): string {
  const prose = withoutCode(markdown).split("\n");
  const lines = markdown.split("\n").map((line, at) => (prose[at] === "" ? line : inertLine(line)));
  return lines.join("\n");
}

function inertLine(line: string): string {
  const parts = line.replaceAll(/<!--.*?-->/g, "").split(/(`+[^`]*`+)/);
  const written = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll(/<(?!br>)/g, "&lt;").replaceAll("{{", "<span v-pre>{{</span>"),
  );
  return written.join("");
}
