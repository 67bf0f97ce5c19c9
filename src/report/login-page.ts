/** The page that a browser shows at the end of a login. Pure. */

import { html } from "./text/escape.ts";
import { page } from "./text/html-page.ts";
import { nameHtml } from "./text/value.ts";

/** Says that it is done, or what went wrong; the rest is said where the command runs. */
export function loginPage(target: string, wrong: string | undefined): string {
  const name = nameHtml(target);
  const body =
    wrong === undefined
      ? `<h1 class="create">Logged in to ${name}</h1>\n<p>trueup has what it needs. You can close this page.</p>`
      : `<h1 class="remove">Not logged in to ${name}</h1>\n<p>${html(wrong)}</p>\n<p>Look at where trueup runs.</p>`;
  return page(`trueup login: ${target}`, body);
}
