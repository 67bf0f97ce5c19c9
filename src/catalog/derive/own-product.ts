/** The text of a `product.yaml` of which little is known: what is assumed stands below a comment that says so. */

import type { JsonObject } from "../../model/json.ts";
import { overlayText } from "./render.ts";

/** What is known, and where from. */
export interface OwnProductInput {
  readonly product: string;
  readonly title: string;
  /** Before all paths; may be empty. */
  readonly basePath: string;
  /** Words with a comment above each: how clients authenticate, how lists are paged. */
  readonly parts: readonly (readonly [comment: string, words: JsonObject])[];
  /** A kind that can be read first. */
  readonly check: string;
}

const replies = [
  { status: "2xx", means: "accepted" },
  ...["PUT", "PATCH", "DELETE"].map((method) => ({ status: 404, method, means: "conflict" })),
  { status: 409, means: "contended" },
  { status: 412, means: "contended" },
  { status: 423, means: "locked" },
  { status: 429, means: "throttled" },
  { status: 503, means: "unavailable" },
  { status: "4xx", means: "refused" },
  { status: "5xx", means: "lost" },
];

/** The text, of a product that a project has for itself. */
export function ownProductText({ product, title, basePath, parts, check }: OwnProductInput): string {
  const all: OwnProductInput["parts"] = [
    ...parts,
    [
      "Assumed: how many requests it takes. Its documents say.",
      { limits: { requestsPerSecond: 5, concurrency: 2 } },
    ],
    ["Assumed: what answers mean; the first row that fits decides.", { replies }],
    ["What `trueup check` reads first.", { checks: [check] }],
  ];
  const head = overlayText({ product, title, interface: "rest", basePath });
  return head + all.map(([comment, words]) => `# ${comment}\n${overlayText(words)}`).join("");
}
