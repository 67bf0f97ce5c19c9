/** The site: what `scripts/site.ts` has made of the pages, with a sidebar and a search that asks nobody. */

import { readFileSync } from "node:fs";
import { slug } from "../slug.ts";

const sidebar: unknown = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

export default {
  title: "trueup",
  description: "Keep networks true to a Git repository.",
  lang: "en",
  // A path of its own at a host of pages: `/trueup/`, say.
  base: process.env.TRUEUP_SITE_BASE ?? "/",
  srcDir: "pages",
  outDir: "dist",
  cleanUrls: true,
  markdown: {
    anchor: { slugify: slug },
    // Of the languages in our blocks, those that the highlighter does not know.
    languageAlias: { yml: "yaml", promql: "text" },
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
