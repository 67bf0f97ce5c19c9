/** The static files of pages. Each name contains the hash of the content, so a file never changes. */

import { filterScript } from "../../report/text/html-page.ts";
import { digest } from "../../runtime/digest.ts";
import { script } from "./script.ts";
import { sheet } from "./style.ts";

/** A file and its content type. */
interface Asset {
  readonly type: string;
  readonly text: string;
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="none" stroke="#0b5cad"
 stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M2.5 8.5l3.6 3.6 7.4-8.2"/></svg>`;

function assetPath(name: string, ending: string, text: string): string {
  return `/assets/${name}.${digest(text).slice(0, 12)}.${ending}`;
}

/** The paths of the files. */
export const assetPaths = {
  sheet: assetPath("trueup", "css", sheet),
  script: assetPath("trueup", "js", script),
  filter: assetPath("filter", "js", filterScript),
  icon: assetPath("icon", "svg", icon),
} as const;

/** All files that the pages load, by path. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  [assetPaths.sheet, { type: "text/css; charset=utf-8", text: sheet }],
  [assetPaths.script, { type: "text/javascript; charset=utf-8", text: script }],
  [assetPaths.filter, { type: "text/javascript; charset=utf-8", text: filterScript }],
  [assetPaths.icon, { type: "image/svg+xml", text: icon }],
]);
