/** Which product a URL is: by `--dialect`, by the hosts that its catalog names, or by asking. Nothing is sent to it. */

import type { CatalogSource, ProductName } from "../../catalog/vocabulary/catalog.ts";
import { type Authentication, waysOf } from "../../catalog/vocabulary/ways.ts";
import { requiredFields } from "../../drivers/auth/credential-forms.ts";
import { meant } from "../../load/did-you-mean.ts";
import { catalogsIn } from "../../project/catalogs.ts";
import type { Cli } from "../cli.ts";
import { ask } from "../terminal/confirm.ts";

/** A product, and what a target of it needs. */
export interface ChosenProduct {
  readonly name: ProductName;
  /** What a target of it is called here. */
  readonly target: string;
  /** The variable of each field of its credential. */
  readonly credential: Readonly<Record<string, string>>;
  /** Before all its paths: a URL that ends with it is given without. */
  readonly basePath: string;
}

/** What the user said. */
export interface ProductWish {
  readonly url?: string | undefined;
  readonly dialect?: string | undefined;
}

/** The product, or why it is not known. A host of which nothing is known is asked for, where somebody sits there. */
export async function productFor(
  cli: Cli,
  { url, dialect }: ProductWish,
): Promise<ChosenProduct | { readonly refusal: string }> {
  const source = catalogsIn();
  const known = source.names.map(({ product }) => product);
  const named = dialect ?? (url === undefined ? "dashboard" : hostOwner(source.names, url));
  const said = named ?? (cli.interactive ? await ask(question(url ?? "", known), cli.interrupt.signal) : "");
  const name = source.names.find(({ product }) => product === (said === "neutral" ? "dashboard" : said));
  if (name && name.interface !== "rest") return chosen(source, name);
  const list = `There are: neutral (a dashboard by its interface), ${known.join(", ")}.`;
  if (said !== "") return { refusal: `there is no product ${said}. ${meant(said, known) ?? ""} ${list}` };
  const host = URL.parse(url ?? "")?.host ?? "";
  const unknown = `trueup does not know which product ${host} is, and sends no credential in another product's form`;
  return { refusal: `${unknown}. Say it with --dialect. ${list}` };
}

function question(url: string, known: readonly string[]): string {
  return `Which product is ${url}? neutral (a dashboard by its interface), ${known.join(", ")}: `;
}

/** The product whose makers run this host. */
function hostOwner(names: readonly ProductName[], url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? "";
  const owns = (pattern: string) =>
    pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
  return names.find(({ hosts = [] }) => hosts.some(owns))?.product;
}

const targets: Readonly<Record<string, string>> = {
  dashboard: "cloud",
  controller: "campus",
  messaging: "chat",
  sdwan: "wan",
  firewall: "firewalls",
};

function chosen(source: CatalogSource, name: ProductName): ChosenProduct {
  const { authentication, basePath } = source.read(name.product).product;
  const [way] = waysOf(authentication);
  const prefix = name.interface.toUpperCase();
  const fields = (way ? fieldsOf(way) : []).map((field) => [field, `${prefix}_${suffixOf(field)}`] as const);
  const target = targets[name.interface] ?? name.interface;
  return { name, target, credential: Object.fromEntries(fields), basePath };
}

/** What the variable of a field ends with: `API_KEY` of `apiKey`, `USER` of `username`. */
function suffixOf(field: string): string {
  return field === "username" ? "USER" : field.replace(/[A-Z]/g, "_$&").toUpperCase();
}

/** Somebody's code is exchanged for what is kept: both stand in the file. */
function fieldsOf(way: Authentication): readonly string[] {
  const needed = requiredFields(way);
  return way.by === "code" ? [...needed, "clientSecret", "refreshToken"] : needed;
}
