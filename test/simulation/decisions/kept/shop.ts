/**
 * A fictional product with a change log. What its server shows depends on the user, the host, the view and the catalog.
 */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import type { Driver } from "../../../../src/drivers/contract/contract.ts";
import { driversWith } from "../../../../src/drivers/index.ts";
import { isObject, type Json } from "../../../../src/model/json.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { revealed } from "../../../servers/scripted-wire.ts";

/** What the value of a read depends on. Each of the four members has one of two values. */
export interface Basis {
  readonly user: 0 | 1;
  readonly host: 0 | 1;
  readonly view: 0 | 1;
  /** Selects the server's field that the catalog uses as the note. */
  readonly catalog: 0 | 1;
}

/** The names of the parts of a basis. */
export const basisWords = ["user", "host", "view", "catalog"] as const satisfies readonly (keyof Basis)[];

const made = { source: "made up", verified: "assumed" } as const;
const name = { type: "string" } as const;

function kindsOf(catalog: Basis["catalog"]): readonly object[] {
  const kind = (own: string, path: string, more: object) => ({
    ...{ kind: own, title: own, form: "collection", id: "id", list: path, fields: { name }, ...made },
    ...{ create: `POST ${path}`, update: `PUT ${path}/{id}`, ...more },
  });
  const note = { type: "string", wire: catalog === 0 ? "note" : "remark" };
  return [
    {
      ...{
        kind: "organization",
        title: "company",
        section: "organizations",
        form: "collection",
        key: "free",
        id: "id",
      },
      ...{
        observed: true,
        atTop: true,
        identity: "name",
        list: "/companies",
        fields: {},
        removal: "off",
        ...made,
      },
    },
    kind("shop", "/companies/{organization}/shops", { section: "shops", in: "organization", atTop: true }),
    kind("shelf", "/shops/{shop}/shelves", {
      ...{
        section: "shelves",
        in: "shop",
        fields: { name, note },
        remove: "DELETE /shops/{shop}/shelves/{id}",
      },
      list: { path: "/shops/{shop}/shelves", query: { view: "{settings.view}" } },
    }),
  ];
}

const compiled = new Map<Basis["catalog"], readonly Driver[]>();

/**
 * Returns the drivers, among them that of the fictional product with this catalog. The same catalog always gives the
 * same objects.
 */
export function driversBy(catalog: Basis["catalog"]): readonly Driver[] {
  const known = compiled.get(catalog);
  if (known) return known;
  const product = productFile.parse({
    ...{ product: "retail", title: "Retail", interface: "dashboard", basePath: "" },
    authentication: { by: "basic" },
    limits: { requestsPerSecond: 50, concurrency: 4, sharedBy: "organization" },
    changes: {
      ...{ path: "/companies/{organization}/log", since: "since", at: "at", by: "by", label: "what" },
      ...{ of: { kind: "shop", field: "shop" }, tells: { shelf: "tried" }, daysBack: 31, lateSeconds: 60 },
    },
    replies: [
      { status: "2xx", means: "accepted" },
      { status: "4xx", means: "refused" },
      { status: "5xx", means: "lost" },
    ],
    ...{ checks: ["organization"], fileField: { name: "organization", kind: "organization" } },
    settings: { view: { is: "text", default: "view-0" } },
  });
  const kinds = kindsOf(catalog).map((each) => kindFile.parse(each));
  const drivers = driversWith({
    names: [{ product: "retail", interface: "dashboard" }],
    read: () => ({ product, kinds }),
  });
  compiled.set(catalog, drivers);
  return drivers;
}

/** Returns the project file for this user, host, view and catalog. */
export function projectBy({ user, host, view, catalog }: Basis): string {
  return `version: 1
environment: virtual
targets:
  retail:
    interface: dashboard
    dialect: retail
    url: https://host-${host}.example.net
    changedSince: true
    credential: { username: user-${user}, password: { secret: env:PASSWORD } }
    settings: { view: view-${view} }
# ${catalog}
`;
}

/** How the log behaves. */
export interface LogHabits {
  /** How far the server's clock is ahead, in milliseconds. */
  skewMs: number;
  isFailing: boolean;
  /** True if the log shows this entry. */
  isShown: (entry: LogEntry) => boolean;
}

/** A change in the log. */
export interface LogEntry {
  readonly at: number;
  readonly shop: number;
  readonly isOurs: boolean;
}

/** The server: its shelves by shop, values that depend on the basis, and the log of changes. */
export class Retail {
  /** The note of each shelf, by shop and shelf. */
  readonly notes = new Map<string, string>();
  /** For some shelves, the part of the basis on which the value depends. */
  readonly seenBy = new Map<string, keyof Basis>();
  readonly log: LogEntry[] = [];
  /** When trueup last read the shelves of each shop, in virtual time. A write to the shop deletes its entry. */
  readonly askedAt = new Map<number, number>();
  /** The last answer of the log: the start of the period that it covers, and its entries. */
  told: { readonly from: number; readonly entries: readonly LogEntry[] } | undefined;
  readonly habits: LogHabits = { skewMs: 0, isFailing: false, isShown: () => true };
  readonly shops: number;
  readonly shelves: number;

  constructor(shops: number, shelves: number) {
    this.shops = shops;
    this.shelves = shelves;
    for (let shop = 0; shop < shops; shop += 1)
      for (let shelf = 0; shelf < shelves; shelf += 1) this.notes.set(`${shop} ${shelf}`, "declared");
  }

  /** Returns the value of a shelf as the server shows it with this basis. */
  noteBy(place: string, basis: Basis): string {
    const word = this.seenBy.get(place);
    return word !== undefined && basis[word] === 1 ? `by another ${word}` : (this.notes.get(place) ?? "");
  }

  /** Returns a wire for one process. The shops that the process reads are added to `read`. */
  wire(basis: Basis, now: () => number, read: number[]): Wire {
    return {
      send: async ({ method, url, body }) => {
        const { pathname, searchParams } = new URL(url);
        const headers = { date: new Date(now() + this.habits.skewMs).toUTCString() };
        const reply = (status: number, said: Json): WireReply => {
          return { outcome: "answered", status, headers, text: JSON.stringify(said) };
        };
        if (pathname === "/companies") return reply(200, [{ id: "c", name: "acme" }]);
        if (pathname === "/companies/c/shops") return reply(200, this.#shops());
        if (pathname === "/companies/c/log")
          return this.habits.isFailing
            ? reply(500, {})
            : reply(200, this.#entries(searchParams.get("since")));
        const [, , shopId = "", , shelfId] = pathname.split("/");
        const shop = Number(shopId.slice(1));
        if (method === "GET") {
          read.push(shop);
          this.askedAt.set(shop, now());
          return reply(200, this.#shelvesIn(shop, basis));
        }
        const sent = JSON.parse(JSON.stringify(revealed(body) ?? {})) as Json;
        const note = isObject(sent) ? (sent.note ?? sent.remark) : undefined;
        const place = `${shop} ${String(shelfId).split("-")[1]}`;
        if (typeof note === "string") this.notes.set(place, note);
        // After a write, the value no longer depends on the basis.
        this.seenBy.delete(place);
        this.log.push({ at: now(), shop, isOurs: true });
        this.askedAt.delete(shop);
        return reply(200, {});
      },
    };
  }

  #shops(): Json {
    return Array.from({ length: this.shops }, (_, shop) => ({ id: `s${shop}`, name: `Shop ${shop}` }));
  }

  #shelvesIn(shop: number, basis: Basis): Json {
    return Array.from({ length: this.shelves }, (_, shelf) => {
      const place = `${shop} ${shelf}`;
      const own = this.noteBy(place, basis);
      const isReading = this.seenBy.get(place) === "catalog";
      const [note, remark] = isReading ? [this.notes.get(place) ?? "", "by another catalog"] : [own, own];
      return { id: `${shop}-${shelf}`, name: `Shelf ${shelf}`, note, remark };
    });
  }

  #entries(since: string | null): Json {
    const from = Date.parse(since ?? "");
    const told = (entry: LogEntry) => entry.at + this.habits.skewMs;
    const entries = this.log.filter((entry) => this.habits.isShown(entry) && told(entry) >= from);
    this.told = { from, entries };
    return entries.map((entry) => {
      return {
        at: new Date(told(entry)).toISOString(),
        by: "somebody",
        what: "note",
        shop: `s${entry.shop}`,
      };
    });
  }
}
