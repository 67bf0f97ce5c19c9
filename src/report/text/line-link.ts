/** Where a line of a file can be looked at: links for Markdown and HTML. Pure. */

import type { Origin, SourcePosition } from "../../model/source.ts";
import { code, html } from "./escape.ts";
import { originText } from "./value.ts";

/** The URL of a line, where its host is known. */
export type LineLink = (at: Pick<SourcePosition, "file" | "line">) => string | undefined;

/** Files at one commit of a repository at a host. */
export interface HostedFiles {
  /** Below which files are, with the commit and a slash at its end: `https://github.com/acme/net/blob/1234/`. */
  readonly url: string;
  /** The project's folder in the repository: empty, or with a slash at its end. */
  readonly folder: string;
}

/** Links to lines of those files. */
export function lineLink({ url, folder }: HostedFiles): LineLink {
  return ({ file, line }) => `${url}${`${folder}${file}`.split("/").map(inPath).join("/")}#L${line}`;
}

/** A part of a path that neither ends a link of Markdown nor an attribute of HTML. */
function inPath(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(
    /[!'()*~_]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `originText` as Markdown, with its link. Empty where nothing is known. */
export function originCode(at: Origin | undefined, link?: LineLink): string {
  if (!at) return "";
  const text = code(originText(at));
  const url = link?.(at.by ?? at);
  return url === undefined ? text : `[${text}](${url})`;
}

/** The same as HTML. */
export function originHtml(at: Origin | undefined, link?: LineLink): string {
  if (!at) return "";
  const url = link?.(at.by ?? at);
  return url === undefined ? html(originText(at)) : `<a href="${html(url)}">${html(originText(at))}</a>`;
}
