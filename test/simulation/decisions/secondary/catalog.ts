/** A fictional product for which one read leads to others: counts, details, bulk reads, and reads of single items. */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import type { Driver } from "../../../../src/drivers/contract/contract.ts";
import { driversWith } from "../../../../src/drivers/index.ts";

/** How the product's lists behave. */
export interface Listing {
  /** True if the list of plants lacks fields, which only a read of each plant shows. */
  readonly isBrief: boolean;
  /** True if the product tells how many items a list has. */
  readonly isCounted: boolean;
  /** The interface that the product belongs to. */
  readonly by: "servers" | "controller" | "sdwan";
}

const name = { type: "string" } as const;
const made = { source: "made up", verified: "assumed" } as const;
const fields = { name, note: { type: "string" } } as const;
const plant = { type: "string", refersTo: "plant" } as const;

function collection(kind: string, path: string, more: object): object {
  const writes = { create: `POST ${path}`, update: `PUT ${path}/{id}`, remove: `DELETE ${path}/{id}` };
  const of = { kind, title: kind, section: `${kind}s`, form: "collection", id: "id", list: path };
  return { ...of, ...writes, fields, ...made, ...more };
}

function kindsOf({ isBrief, isCounted }: Listing): readonly object[] {
  const count = (path: string) => (isCounted ? { count: { path, at: "response.count" } } : {});
  const pages = (path: string) => ({
    pages: { by: "offset", offset: "offset", limit: "limit", size: 3, ...count(path) },
  });
  const brief = isBrief ? { brief: true } : {};
  const own = { in: "hall", form: "singleton", fields, ...made };
  return [
    collection("plant", "/plants", {
      list: { path: "/plants", ...pages("/plants/count"), ...brief },
      ...(isBrief && { item: { path: "/plants/{id}", absent: [404] } }),
    }),
    collection("hall", "/plants/{plant}/halls", {
      in: "plant",
      list: { path: "/plants/{plant}/halls", ...pages("/plants/{plant}/halls/count") },
    }),
    collection("port", "/halls/{hall}/ports", {
      in: "hall",
      whole: { path: "/plants/{plant}/ports", parent: "hall.id" },
    }),
    {
      ...{ kind: "lamp", title: "lamp", section: "lamp", update: "PUT /halls/{hall}/lamp", ...own },
      whole: { path: "/plants/{plant}/lamps", parent: "hallId" },
    },
    {
      ...{ kind: "gate", title: "gate", section: "gate", update: "PUT /halls/{hall}/gate", ...own },
      item: "/halls/{hall}/gate",
    },
    {
      ...{ kind: "rule", title: "rule", section: "rules", form: "collection", key: "code" },
      ...{ item: "/rules/{identity}", create: "PUT /rules/{identity}", remove: "DELETE /rules/{identity}" },
      ...{ update: "PUT /rules/{identity}", fields: { note: { type: "string" } }, ...made },
    },
    collection("badge", "/badges", { fields: { ...fields, plant } }),
    collection("link", "/links", {
      identity: ["plant", "slot"],
      fields: { plant, slot: { type: "string" }, note: { type: "string" } },
      required: ["plant", "slot"],
    }),
  ];
}

const compiled = new Map<string, readonly Driver[]>();

/**
 * Returns the drivers, among them that of the fictional product with such lists. The same lists always give the same
 * objects.
 */
export function driversOf(listing: Listing): readonly Driver[] {
  const key = JSON.stringify(listing);
  const known = compiled.get(key);
  if (known) return known;
  const product = productFile.parse({
    ...{ product: "works", title: "Works", interface: listing.by, basePath: "" },
    authentication: { by: "basic" },
    limits: { requestsPerSecond: 50, concurrency: 4 },
    replies: [
      { status: "2xx", means: "accepted" },
      { status: 404, method: "DELETE", means: "absent" },
      { status: "4xx", means: "refused" },
      { status: "5xx", means: "lost" },
    ],
    ...{ checks: ["plant"], probe: "plant" },
  });
  const kinds = kindsOf(listing).map((each) => kindFile.parse(each));
  const names = [{ product: "works", interface: listing.by }] as const;
  const drivers = driversWith({ names, read: () => ({ product, kinds }) });
  compiled.set(key, drivers);
  return drivers;
}

/** Returns the project file for the fictional product. */
export function projectOf(listing: Listing): string {
  return `version: 1
environment: virtual
targets:
  works:
    interface: ${listing.by}
    dialect: works
    url: https://works.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
# ${JSON.stringify(listing)}
`;
}
