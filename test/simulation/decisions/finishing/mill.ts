/** A fictional product and its server. A written change is pending on a machine until it is deployed. */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import type { Driver } from "../../../../src/drivers/contract/contract.ts";
import { driversWith } from "../../../../src/drivers/index.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { revealed } from "../../../servers/scripted-wire.ts";
import { filesOf } from "../../declared.ts";

/** How many machines one deployment request may contain. */
export type Together = 1 | 2 | 100;

const made = { source: "made up", verified: "assumed" } as const;
const text = { type: "string" } as const;
const compiled = new Map<Together, readonly Driver[]>();

/**
 * Returns the drivers, among them that of the fictional product with this batch size. The same size always gives the
 * same objects.
 */
export function driversOf(together: Together): readonly Driver[] {
  const known = compiled.get(together);
  if (known) return known;
  const product = productFile.parse({
    ...{ product: "mill", title: "Mill", interface: "servers", basePath: "" },
    authentication: { by: "basic" },
    limits: { requestsPerSecond: 50, concurrency: 4 },
    replies: [
      { status: "2xx", means: "accepted" },
      { status: 503, means: "unavailable" },
      { status: "4xx", means: "refused" },
      { status: "5xx", means: "lost" },
    ],
    finish: {
      ...{ verb: "deploy", done: "deployed", on: true, lateSeconds: 2 },
      waiting: { path: "/waiting", id: "machine.id", name: "machine.name", version: "version" },
      send: { method: "POST", path: "/deploy", with: { version: "{version}", ids: "{ids}" }, together },
    },
    ...{ checks: ["dial"], probe: "dial" },
  });
  const dial = kindFile.parse({
    ...{ kind: "dial", title: "dial", section: "dials", form: "collection", id: "id", list: "/dials" },
    ...{ create: "POST /dials", update: "PUT /dials/{id}", remove: "DELETE /dials/{id}" },
    ...{ fields: { name: text, level: text }, ...made },
  });
  const names = [{ product: "mill", interface: "servers" }] as const;
  const drivers = driversWith({ names, read: () => ({ product, kinds: [dial] }) });
  compiled.set(together, drivers);
  return drivers;
}

/** The project file for the fictional product. */
export const project = `version: 1
environment: virtual
targets:
  mill:
    interface: servers
    dialect: mill
    url: https://mill.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
`;

/** A dial of a machine. */
export interface Dial {
  readonly number: number;
  readonly machine: number;
  readonly isDrifted: boolean;
}

/** Returns the files that declare every dial as full. */
export function filesOn(dials: readonly Dial[]) {
  const entries = dials.map(({ number }) => [`dial-${number}`, { name: `Dial ${number}`, level: "full" }]);
  return filesOf([{ target: "mill", dials: Object.fromEntries(entries) }]);
}

/**
 * What the server does with a deployment. `kept`: it reports the deployment as done, but leaves the changes pending.
 */
export type Manner = "well" | "busy" | "lost" | "lost undone" | "kept" | "refused" | "unlisted";

/** The state of the product. */
export class Mill {
  /** For each machine with an undeployed change, the version of the last one. */
  readonly waiting = new Map<number, number>();
  /** The requested deployments, each with its version, and with the pending version of each machine at that time. */
  readonly deployments: { readonly version: number; readonly of: readonly number[] }[] = [];
  readonly #levels: Map<number, string>;
  readonly #dials: readonly Dial[];
  readonly #manner: Manner;
  readonly #refused: number | undefined;
  #version: number;

  constructor(
    dials: readonly Dial[],
    on: { readonly manner: Manner; readonly refused: number | undefined; readonly version: number },
  ) {
    this.#dials = dials;
    this.#levels = new Map(dials.map(({ number, isDrifted }) => [number, isDrifted ? "low" : "full"]));
    this.#manner = on.manner;
    this.#refused = on.refused;
    this.#version = on.version;
  }

  /** Adds a pending change to a machine. */
  change(machine: number): void {
    this.#version += 1;
    this.waiting.set(machine, this.#version);
  }

  wire(): Wire {
    return {
      send: async ({ method, url, body }) => {
        const { pathname } = new URL(url);
        if (pathname === "/waiting")
          return this.#manner === "unlisted" ? answer(500, {}) : answer(200, this.#listed());
        if (pathname === "/deploy") return this.#deploy(JSON.parse(JSON.stringify(revealed(body) ?? {})));
        if (method === "GET") return answer(200, this.#shown());
        const number = Number(pathname.split("-")[1]);
        const dial = this.#dials.find((one) => one.number === number);
        if (!dial || number === this.#refused) return answer(400, {});
        this.#levels.set(number, "full");
        this.change(dial.machine);
        return answer(200, {});
      },
    };
  }

  #shown(): Json {
    return [...this.#levels].map(([number, level]) => ({
      ...{ id: `d-${number}`, name: `Dial ${number}`, level },
    }));
  }

  #listed(): Json {
    return [...this.waiting].map(([machine, version]) => ({
      ...{ machine: { id: `m${machine}`, name: `machine ${machine}` }, version: String(version) },
    }));
  }

  /** Deploys what is pending on machines. Changes with a later version than the requested one stay pending. */
  #deploy({ version, ids }: JsonObject): WireReply {
    const machines = (ids as readonly string[]).map((id) => Number(id.slice(1)));
    const versions = machines.flatMap((machine) => this.waiting.get(machine) ?? []);
    this.deployments.push({ version: Number(version), of: versions });
    const isFirst = this.deployments.length === 1;
    if (this.#manner === "refused") return answer(400, {});
    if (this.#manner === "busy" && isFirst) return answer(503, {});
    if (this.#manner === "lost undone" && isFirst) return lost;
    for (const machine of machines)
      if (this.#manner !== "kept" && (this.waiting.get(machine) ?? 0) <= Number(version))
        this.waiting.delete(machine);
    return this.#manner === "lost" && isFirst ? lost : answer(200, {});
  }
}

const lost: WireReply = {
  outcome: "lost",
  sent: true,
  problem: problem("connection-lost", "the connection ended"),
};

function answer(status: number, body: Json): WireReply {
  const headers = { "content-type": "application/json" };
  return { outcome: "answered", status, headers, text: JSON.stringify(body) };
}
