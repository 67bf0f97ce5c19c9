/** The first text of a catalog's `product.yaml`: what the description says, and the rest assumed, each told. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { authentication } from "../schema/authentication.ts";
import { path as pathSchema } from "../schema/paths.ts";
import type { Description } from "./document.ts";
import { ownProductText } from "./own-product.ts";
import { lacksWord, productWords } from "./product.ts";

/** What is known beside the description. */
export interface ProductDraftInput {
  readonly product: string;
  /** How the pages of lists follow on each other, where that is known. */
  readonly pages: JsonObject;
  /** A kind that can be read first. */
  readonly check: string;
}

/** A text, and what someone has to look at. */
export interface ProductDraft {
  readonly text: string;
  readonly says: readonly string[];
}

/** Drafts it. The same input gives the same text. */
export function draftProduct(description: Description, input: ProductDraftInput): ProductDraft {
  const { title, basePath, authentication: ways } = productWords(description);
  const isPath = basePath === "" || pathSchema.safeParse(basePath).success;
  const known = [ways ?? []].flat().filter((way) => authentication.safeParse(way).success);
  const shown = known.length === 0 ? [{ by: "token", header: "Authorization" }] : known;
  const way = known.length === 0 ? "Assumed: the description does not say who may ask." : "As described.";
  const text = ownProductText({
    product: input.product,
    title: titleOf(title, input.product),
    basePath: isPath && typeof basePath === "string" ? basePath : "",
    parts: [
      [way, { authentication: shown.length === 1 ? (shown[0] ?? {}) : shown }],
      ...(Object.keys(input.pages).length === 0
        ? []
        : [["Assumed, by the parameters of lists.", input.pages] as const]),
    ],
    check: input.check,
  });
  return {
    text,
    says: [
      ...(known.length === 0
        ? ["`authentication`: not described, taken to be a token in Authorization"]
        : []),
      ...(lacksWord(description) ? [bareWay] : []),
      ...(isPath ? [] : [`\`basePath\`: what is described is not a path: ${String(basePath).slice(0, 80)}`]),
      "`limits`: how many requests a second it takes; 5 are assumed",
      "`replies`: what its answers mean; usual meanings of HTTP are assumed",
    ],
  };
}

const bareWay =
  "`authentication`: a token in Authorization is taken for a Bearer value; `scheme: Token` says another word";

function titleOf(title: unknown, product: string): string {
  const text = typeof title === "string" ? title.replace(/\s+/g, " ").trim().slice(0, 80) : "";
  return text === "" || text === "?" || isObject(title) ? product : text;
}
