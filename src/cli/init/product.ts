/** The product at a URL: given by `--dialect`, by its host, by its answers without a credential, or by the user. */

import { type Authentication, waysOf } from "../../catalog/schema/authentication.ts";
import type { CatalogSource, ProductName } from "../../catalog/schema/kind.ts";
import { requiredFields } from "../../drivers/http/auth/credentials.ts";
import { catalogsIn } from "../../project/catalogs.ts";
import { visible } from "../../report/text/escape.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import type { Cli } from "../cli.ts";
import { ask } from "../terminal/confirm.ts";
import { type AnsweringProduct, type HostFingerprint, hostFingerprint } from "./fingerprints.ts";

/** A product, and the settings of a target for it. */
export interface ChosenProduct {
  readonly name: ProductName;
  /** The default name of a target with the product. */
  readonly target: string;
  /** The variable for each field of the target's credential. */
  readonly credential: Readonly<Record<string, string>>;
  /** The base path of all paths of the product. It is removed from a URL that ends with it. */
  readonly basePath: string;
  /** Whether the product has a change log, so that unchanged resources need not be read again. */
  readonly hasChangeLog: boolean;
}

/** The product that the user named. */
export interface ProductWish {
  readonly url?: string | undefined;
  readonly dialect?: string | undefined;
}

/**
 * The name of a product in catalogs. `--dialect neutral` means the dashboard, for which catalogs use the name of its
 * interface.
 */
export function productNamed(said: string): string {
  return said === "neutral" ? "dashboard" : said;
}

/** Why the named dialect is unknown; undefined if it is known, or if none was named. */
export function unknownDialect(dialect: string | undefined): string | undefined {
  const { names } = catalogsIn();
  const isKnown = (said: string) =>
    names.some((each) => each.product === productNamed(said) && each.interface !== "rest");
  return dialect === undefined || isKnown(dialect) ? undefined : noProduct(dialect, names);
}

function noProduct(said: string, names: readonly ProductName[]): string {
  const known = names.map(({ product }) => product);
  return `there is no product ${visible(said)}. ${meant(said, ["neutral", ...known]) ?? ""} ${listOf(known)}`;
}

/**
 * The product, or the reason why it is unknown. No credential is sent before the product is known. If two products are
 * possible, neither is assumed.
 */
export async function productFor(cli: Cli, { url, dialect }: ProductWish): Promise<ChosenProduct | Refusal> {
  const source = catalogsIn();
  const named = dialect ?? (url === undefined ? "dashboard" : hostOwner(source.names, url));
  const said = named ?? (await byAnswers(cli, source, url ?? ""));
  if (typeof said !== "string") return said;
  const name = source.names.find(({ product }) => product === productNamed(said));
  if (name && name.interface !== "rest") return chosen(source, name);
  return { refusal: noProduct(said, source.names) };
}

interface Refusal {
  readonly refusal: string;
}

function listOf(known: readonly string[]): string {
  return `Known products: neutral (a dashboard with trueup's own dialect), ${known.join(", ")}.`;
}

/** The product that a host's answers show. The user at the terminal is asked to confirm it. */
async function byAnswers(cli: Cli, source: CatalogSource, url: string): Promise<string | Refusal> {
  const shown = await hostFingerprint(source, url);
  const host = URL.parse(url)?.host ?? "";
  const [only, other] = shown.found;
  if (only && !other && only.product === undefined) return { refusal: deviceText(host, only) };
  const product = other ? undefined : only?.product;
  const told = foundText(host, shown);
  const names = source.names.map((each) => each.product);
  if (cli.interactive) {
    const others = `neutral (a dashboard with trueup's own dialect), ${names.join(", ")}`;
    const choice = product === undefined ? others : `Press Enter for ${product}, or type one of: ${others}`;
    const said = await ask(`${told}\nWhich product is it? ${choice}: `, cli.interrupt.signal);
    return said || product || { refusal: `${told} ${listOf(names)}` };
  }
  if (product === undefined)
    return { refusal: `${told}\nName the product with --dialect; no credential was sent. ${listOf(names)}` };
  cli.out(`${told} The target gets \`dialect: ${product}\`. To choose another product, use --dialect.\n`);
  return product;
}

/** The result of a host's answers, in sentences. */
function foundText(host: string, { found, sought, failed }: HostFingerprint): string {
  const [only] = found;
  if (found.length > 1)
    return `${host} answers as ${found.map(({ title }) => title).join(" and as ")}: it may be either one.`;
  if (only) return `${host} answers as ${only.title} does (GET ${only.path}, without a credential).`;
  if (failed !== undefined)
    return `trueup does not know which product ${host} is, and got no answer: ${failed}.`;
  return `trueup does not know which product ${host} is: its answers do not match those of ${sought.join(", ")}.`;
}

function deviceText(host: string, { path }: AnsweringProduct): string {
  const what = `${host} is a device with RESTCONF (GET ${path} says so)`;
  return `${what}, and --import is for controllers. Copy the project of docs/devices.md, then run trueup import.`;
}

/** The product of the vendor that runs this host; undefined if no product names the host. */
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
  const { authentication, basePath, changes } = source.read(name.product).product;
  const [way] = waysOf(authentication);
  const prefix = name.interface.toUpperCase();
  const fields = (way ? fieldsOf(way) : []).map((field) => [field, `${prefix}_${suffixOf(field)}`] as const);
  const target = targets[name.interface] ?? name.interface;
  const hasChangeLog = changes !== undefined;
  return { name, target, credential: Object.fromEntries(fields), basePath, hasChangeLog };
}

/** The end of the variable name for a field: `API_KEY` for `apiKey`, `USER` for `username`. */
function suffixOf(field: string): string {
  return field === "username" ? "USER" : field.replace(/[A-Z]/g, "_$&").toUpperCase();
}

/**
 * The fields of a credential in the project file. For a login in a browser, these include the client secret, and the
 * refresh token that the login stores.
 */
function fieldsOf(way: Authentication): readonly string[] {
  const needed = requiredFields(way);
  return way.by === "code" ? [...needed, "clientSecret", "refreshToken"] : needed;
}
