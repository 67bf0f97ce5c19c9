/** The few pages for logging in and out: plain HTML without a script. */

import { html } from "hono/html";

/** The content of a page for logging in or out. */
export interface AccessPage {
  readonly title: string;
  readonly message: string;
  /** The link to continue with, and its label. */
  readonly link?: readonly [path: string, text: string] | undefined;
  /** The entries of a list, one line each. */
  readonly list?: readonly string[] | undefined;
}

/** Renders the page. All contents are escaped. */
export function accessPage({ title, message, link, list = [] }: AccessPage): ReturnType<typeof html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · trueup</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
${list.length === 0 ? "" : html`<ul>${list.map((each) => html`<li>${each}</li>`)}</ul>`}
${link === undefined ? "" : html`<p><a href="${link[0]}">${link[1]}</a></p>`}
</main>
</body>
</html>
`;
}
