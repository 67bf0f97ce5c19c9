/** The format HTML: one file without external resources. */

import type { Format } from "./format.ts";

/** The format `html`. */
export const htmlFormat = {
  name: "html",
  endings: [".html", ".htm"],
  readers: "people",
  purpose: "a browser, an artifact",
  plan: async () => (await import("../plan/plan-html.ts")).planHtml,
  drift: async () => (await import("../drift/drift-html.ts")).driftHtml,
} as const satisfies Format;
