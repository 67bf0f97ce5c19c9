/**
 * `trueup catalog check`: reads a catalog, and tests it against a simulated server that follows the product's OpenAPI
 * description.
 */

import { type Authentication, waysOf } from "../../../catalog/schema/authentication.ts";
import type { Catalog } from "../../../catalog/schema/kind.ts";
import { tryCatalog } from "../../../catalog-check/catalog-check.ts";
import { hasErrors } from "../../../model/problem.ts";
import { catalogAt } from "../../../project/own-catalogs.ts";
import { type FormatFor, resultIn } from "../../../report/formats/registry.ts";
import { verdictsDocument, verdictsText } from "../../../report/kinds/verdicts.ts";
import { counted } from "../../../report/text/value.ts";
import { listsOf } from "../../../simulator/openapi/resources.ts";
import type { OpenApiState } from "../../../simulator/openapi/state.ts";
import { serveOpenApi } from "../../../simulator/serve-openapi.ts";
import { defaultSettings, type SimulatorSettings } from "../../../simulator/wire/settings.ts";
import type { Cli } from "../../cli.ts";
import { BadFile, describedState } from "../../described.ts";
import { printProblems, tellProblems } from "../../terminal/printing.ts";
import { catalogPlace } from "./folder.ts";

/** The command's arguments and options. */
export interface CatalogCheckOptions {
  readonly folder: string;
  readonly format: FormatFor<"result">;
  /** The file with the OpenAPI description. If absent, nothing is tested. */
  readonly openapi?: string | undefined;
  /** Whether a `PUT` to the server replaces the resource, or merges into it. */
  readonly put?: SimulatorSettings["openapiPut"] | undefined;
}

/** Exit status: 0; 1 if the catalog has an error, or an operation of a kind does not work. */
export async function runCatalogCheck(cli: Cli, options: CatalogCheckOptions): Promise<number> {
  const { openapi, format } = options;
  const { catalog, problems } = await catalogAt(...catalogPlace(cli.cwd, options.folder));
  if (!catalog || hasErrors(problems)) {
    printProblems(cli, problems, { format });
    return 1;
  }
  tellProblems(cli, problems);
  const count = counted(catalog.kinds.length, "kind");
  if (openapi === undefined) {
    const { product, title } = catalog.product;
    const document = () => ({ format: "trueup.catalogCheck", version: 1, product, kinds: [] });
    const tip = "To test it against the product's OpenAPI description, add --openapi FILE.";
    const text = () => `${cli.style.green("✔")} ${title}: ${count}, no problems. ${tip}\n`;
    cli.out(resultIn(format, { text, document }));
    return 0;
  }
  try {
    const state = await describedState(cli, openapi, { file: undefined, seed: 0 });
    return await tried(cli, catalog, { ...options, state });
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    cli.err(`${error.message}\n`);
    return 1;
  }
}

interface Trial extends CatalogCheckOptions {
  readonly state: OpenApiState;
}

async function tried(cli: Cli, catalog: Catalog, { state, put, format }: Trial): Promise<number> {
  const settings = { ...(put !== undefined && { openapiPut: put }), openapiRequestsPerSecond: 0 };
  const served = await serveOpenApi({ state: withoutMade(state), settings });
  try {
    const { authentication, isOther } = wayFor(catalog, state);
    const verdicts = await tryCatalog({
      catalog: { ...catalog, product: { ...catalog.product, authentication } },
      url: new URL(served.admin).origin,
      credential: credentialFor(authentication),
      fixedKeys: fixedKeysOf(catalog, state),
      signal: cli.interrupt.signal,
    });
    const { product, title } = catalog.product;
    const text = () => verdictsText({ title, verdicts, isLoginUntried: isOther }, cli.style);
    cli.out(resultIn(format, { text, document: () => verdictsDocument(product, verdicts) }));
    const isFailed = verdicts.some(({ operations }) =>
      Object.values(operations).some(({ is }) => is === "fails"),
    );
    return isFailed ? 1 : 0;
  } finally {
    await served.close();
  }
}

/**
 * Returns the server's state without created objects: only objects that always exist remain, and objects that no list
 * shows.
 */
function withoutMade(state: OpenApiState): OpenApiState {
  const held = [...state.held].filter(([, { template }]) => {
    return state.api?.items.get(template)?.made === false || isUnlisted(state, template);
  });
  return { ...state, held: new Map(held) };
}

/** True for top-level items that no list shows. */
function isUnlisted({ api }: OpenApiState, template: string): boolean {
  const isAtTop = template.split("{").length === 2;
  return (
    api !== undefined && isAtTop && !listsOf(api, template).some((path) => api.operationAt.has(`GET ${path}`))
  );
}

/**
 * How the test logs in. It uses the catalog's login if that is a token or Basic credentials, otherwise the
 * description's login. `isOther` is true if the catalog's login is not used.
 */
function wayFor(
  { product }: Catalog,
  { api }: OpenApiState,
): { readonly authentication: Authentication; readonly isOther: boolean } {
  const own = waysOf(product.authentication).find(({ by }) => by === "token" || by === "basic");
  if (own) return { authentication: own, isOther: false };
  const [first] = api?.credentials ?? [];
  if (first?.form === "basic") return { authentication: { by: "basic" }, isOther: true };
  const header = first?.form === "header" ? first.name : "Authorization";
  return { authentication: { by: "token", header }, isOther: true };
}

function credentialFor(way: Authentication): Readonly<Record<string, string>> {
  const { apiKey, username, password } = defaultSettings.credentials;
  return way.by === "token" ? { [way.field ?? "token"]: apiKey } : { username, password };
}

/**
 * Returns a function. Given the path of a list or an item in the catalog, it returns the keys of the objects that
 * always exist there.
 */
function fixedKeysOf({ product }: Catalog, state: OpenApiState): (path: string) => readonly string[] {
  const { api, standing, held } = state;
  const shape = (path: string) => path.replaceAll(/\{[^}]*\}/g, "{}");
  return (path) => {
    const wanted = shape(`${product.basePath}${path}`);
    const found = standing.find(({ template }) => {
      const item = shape(`${api?.basePath ?? ""}${template}`);
      return item === wanted || item === `${wanted}/{}`;
    });
    if (found) return found.ids;
    return [...held.values()].flatMap(({ template, parameters }) => {
      const isOf = shape(`${api?.basePath ?? ""}${template}`) === wanted && isUnlisted(state, template);
      return isOf ? Object.values(parameters) : [];
    });
  };
}
