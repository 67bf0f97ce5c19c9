/** Links to lines of files, for Markdown and HTML. Pure. */

import type { Origin, SourcePosition } from "../../model/source.ts";
import { code, html } from "./escape.ts";
import { originText } from "./value.ts";

/** The URL of a line; undefined if the code host is unknown. */
export type LineLink = (at: Pick<SourcePosition, "file" | "line">) => string | undefined;

/** Files at one commit of a hosted repository. */
export interface HostedFiles {
  /**
   * The base URL of the repository's files, with the commit and a trailing slash:
   * `https://github.com/acme/net/blob/1234/`.
   */
  readonly url: string;
  /** The project's folder in the repository: empty, or with a trailing slash. */
  readonly folder: string;
}

/** Links to lines of hosted files. */
export function lineLink({ url, folder }: HostedFiles): LineLink {
  return ({ file, line }) => `${url}${`${folder}${file}`.split("/").map(inPath).join("/")}#L${line}`;
}

/** A path segment, escaped so that it cannot end a Markdown link or an HTML attribute. */
function inPath(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(
    /[!'()*~_]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `originText` as Markdown. It links to the line if the code host is known. Empty if the origin is unknown. */
export function originCode(at: Origin | undefined, link?: LineLink): string {
  if (!at) return "";
  const text = code(originText(at));
  const url = link?.(at.by ?? at);
  return url === undefined ? text : `[${text}](${url})`;
}

/** Does the same as `originCode`, but returns HTML. */
export function originHtml(at: Origin | undefined, link?: LineLink): string {
  if (!at) return "";
  const url = link?.(at.by ?? at);
  return url === undefined ? html(originText(at)) : `<a href="${html(url)}">${html(originText(at))}</a>`;
}
