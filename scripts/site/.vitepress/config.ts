/** The configuration of the site: the pages that `scripts/site.ts` has prepared, with a sidebar and a local search. */

import { readFileSync } from "node:fs";
import { slug } from "../slug.ts";

/** The part of the Markdown renderer that is configured here. */
interface Markdown {
  readonly renderer: { readonly rules: { code_inline?: (...args: readonly unknown[]) => string } };
}

const sidebar: unknown = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

/** The icon of the tab: an equals sign. */
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#0b7261'/>" +
  "<path d='M8 12h16M8 20h16' stroke='#fff' stroke-width='4' stroke-linecap='round'/></svg>";

export default {
  title: "trueup",
  description: "Keep networks true to a Git repository.",
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  // The path at the host of the site, such as `/trueup/`.
  base: process.env.TRUEUP_SITE_BASE ?? "/",
  srcDir: "pages",
  outDir: "dist",
  cleanUrls: true,
  markdown: {
    anchor: { slugify: slug },
    // Languages of our code blocks for which the highlighter has another name, or none.
    languageAlias: { yml: "yaml", promql: "text" },
    // `{{ x }}` in inline code is shown as text, as it is in a block.
    config: ({ renderer: { rules } }: Markdown) => {
      const inline = rules.code_inline;
      rules.code_inline = (...args) => inline?.(...args).replace("<code", "<code v-pre") ?? "";
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Guides", link: "/import" },
      { text: "Reference", link: "/reference/cli" },
      { text: "How it works", link: "/laws" },
    ],
  },
};
