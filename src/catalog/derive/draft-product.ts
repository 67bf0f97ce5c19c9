/** Drafts a catalog's `product.yaml` from the description, and reports its assumptions. */

import { isArray, isObject, type JsonObject } from "../../model/json.ts";
import { authentication } from "../schema/authentication.ts";
import { path as pathSchema } from "../schema/paths.ts";
import { type Description, objectIn, resolved } from "./document.ts";
import { ownProductText } from "./render.ts";

interface ProductDraftInput {
  readonly product: string;
  /** How lists are paged. It is empty if that is not known. */
  readonly pages: JsonObject;
  /** The kind that `trueup check` reads first. */
  readonly check: string;
}

/** The text of `product.yaml`, and the points that a person must check. */
interface ProductDraft {
  readonly text: string;
  readonly says: readonly string[];
}

/** Drafts `product.yaml`. The same input gives the same text. */
export function draftProduct(description: Description, input: ProductDraftInput): ProductDraft {
  const { title, basePath, authentication: ways } = productWords(description);
  const isPath = basePath === "" || pathSchema.safeParse(basePath).success;
  const known = [ways ?? []].flat().filter((way) => authentication.safeParse(way).success);
  const shown = known.length === 0 ? [{ by: "token", header: "Authorization" }] : known;
  const way =
    known.length === 0
      ? "Assumed: the description does not say how to authenticate."
      : "As in the description.";
  const text = ownProductText({
    product: input.product,
    title: titleOf(title, input.product),
    basePath: isPath && typeof basePath === "string" ? basePath : "",
    parts: [
      [way, { authentication: shown.length === 1 ? (shown[0] ?? {}) : shown }],
      ...(Object.keys(input.pages).length === 0
        ? []
        : [["Assumed from the query parameters of lists.", input.pages] as const]),
    ],
    check: input.check,
  });
  return {
    text,
    says: [
      ...(known.length === 0
        ? [
            "`authentication`: the description does not say how to log in; a token in the header " +
              "Authorization is assumed",
          ]
        : []),
      ...(lacksWord(description) ? [bareWay] : []),
      ...(isPath
        ? []
        : [`\`basePath\`: the value in the description is not a path: ${String(basePath).slice(0, 80)}`]),
      "`limits`: the description has no rate limit; 5 requests per second are assumed",
      "`replies`: the description does not say what answers mean; the meaning of their status in " +
        "HTTP is assumed",
    ],
  };
}

const bareWay =
  "`authentication`: a token in the header Authorization is assumed to be a Bearer value; for " +
  "another word, set `scheme`, such as `scheme: Token`";

function titleOf(title: unknown, product: string): string {
  const text = typeof title === "string" ? title.replace(/\s+/g, " ").trim().slice(0, 80) : "";
  return text === "" || text === "?" || isObject(title) ? product : text;
}

/**
 * Returns the keys of `product.yaml` that follow from the description. A person must add `limits`, `replies` and
 * others.
 */
export function productWords({ root }: Description): JsonObject {
  const ways = waysOf(root);
  return {
    title: String(objectIn(root, "info").title ?? "?"),
    basePath: basePath(root),
    ...(ways.length > 0 && { authentication: ways.length === 1 ? (ways[0] ?? {}) : ways }),
  };
}

/** Returns the path of the first server. The host is left out, because each target states its own host. */
function basePath({ servers }: JsonObject): string {
  const [first] = isArray(servers) ? servers : [];
  const url = isObject(first) && typeof first.url === "string" ? first.url : "";
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/\/+$/, "");
  return path.startsWith("/") ? path : "";
}

/**
 * True if an API key is sent in `Authorization`. A word such as `Bearer` comes before the key there, and descriptions
 * of keys never state this word.
 */
function lacksWord({ root }: Description): boolean {
  return schemesOf(root).some(({ type, in: place, name }) => {
    return type === "apiKey" && place === "header" && /^authorization$/i.test(String(name));
  });
}

/** Returns the authentication methods of requests, each once. */
function waysOf(root: JsonObject): readonly JsonObject[] {
  const ways = schemesOf(root).flatMap(way);
  return [...new Map(ways.map((each) => [JSON.stringify(each), each])).values()];
}

function schemesOf(root: JsonObject): readonly JsonObject[] {
  const asked = isArray(root.security)
    ? root.security.flatMap((each) => Object.keys(isObject(each) ? each : {}))
    : [];
  const schemes = objectIn(objectIn(root, "components"), "securitySchemes");
  const names = asked.length > 0 ? [...new Set(asked)] : Object.keys(schemes);
  return names.flatMap((name) => {
    const scheme = resolved(root, schemes[name]);
    return isObject(scheme) ? [scheme] : [];
  });
}

function way(scheme: JsonObject): readonly JsonObject[] {
  const { type, in: place, name, scheme: how } = scheme;
  if (type === "apiKey" && place === "header") return [{ by: "token", header: String(name) }];
  if (type === "http") return byHttp(String(how));
  const flow = objectIn(objectIn(scheme, "flows"), "clientCredentials");
  return typeof flow.tokenUrl === "string"
    ? [{ by: "client", tokenPath: new URL(flow.tokenUrl, "http://h").pathname }]
    : [];
}

/** Authentication schemes that need more than a token. */
const conversations = /^(?:digest|hoba|mutual|negotiate|ntlm|privatetoken|scram-.*|vapid)$/i;

function byHttp(scheme: string): readonly JsonObject[] {
  if (/^basic$/i.test(scheme)) return [{ by: "basic" }];
  if (conversations.test(scheme)) return [];
  const isWord = /^[a-z][a-z0-9-]{0,31}$/i.test(scheme) && !/^bearer$/i.test(scheme);
  return [{ by: "token", header: "Authorization", ...(isWord && { scheme }) }];
}
