/** A fictional product that is only a folder of YAML, without TypeScript. It is planned, applied, and planned again. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { driversWith } from "../../../src/drivers/index.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { json, opened, revealed, text } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const drivers = driversWith(
  catalogsIn({ path: fileURLToPath(new URL("fixture", import.meta.url)), compiled: false }),
);

const project = `version: 1
environment: virtual
targets:
  estate:
    interface: servers
    dialect: orchard
    url: https://orchard.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
    settings: { season: spring }
secrets: { allow: ["env:*_PSK"] }
`;

const estate = `target: estate
farms:
  north:
    name: North
    open: true
    crops: [Pears, apples]
    field:
      rows:
        7: { trees: 12, sprayer: S1 }
        8: { trees: 3 }
      irrigation: { hours: 3, key: { secret: env:CORP_PSK } }
    gates: { 1: { label: Main } }
  south: { name: South, rows: { 7: { trees: 1 } } }
  west: { name: West }
`;

interface Farm {
  farm: JsonObject;
  readonly rows: Map<string, JsonObject>;
  irrigation: JsonObject;
  readonly gates: JsonObject[];
}

/** The orchard's server. It has a login, and pages by position, and stores what it receives. */
class Orchard {
  readonly farms = new Map<string, Farm>();
  readonly asked: string[] = [];
  #made = 0;

  readonly wire: Wire = {
    send: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      this.asked.push(`${request.method} ${pathname}`);
      if (pathname === "/login") return json(200, { session: { token: "fruit" } });
      const key = request.headers["x-orchard"];
      if (key === undefined || opened(key) !== "fruit") return text(401, "");
      const parts = pathname.replace("/api/spring/", "").split("/");
      return parts[0] === "farms" ? this.#answer(request, parts.slice(1), searchParams) : text(404, "");
    },
  };

  #answer(request: WireRequest, [id, what, number]: readonly string[], query: URLSearchParams): WireReply {
    const sent = sentIn(request.body);
    if (id === undefined)
      return request.method === "POST"
        ? this.#create(sent)
        : page(
            [...this.farms.values()].map(({ farm }) => ({ farm })),
            query,
          );
    const of = this.farms.get(id);
    if (!of) return text(404, "");
    switch (what) {
      case undefined:
        if (request.method === "DELETE") this.farms.delete(id);
        else of.farm = { ...of.farm, ...object(sent.farm) };
        return json(200, { farm: of.farm });
      case "irrigation":
        of.irrigation = { ...of.irrigation, ...sent };
        return json(200, { hours: of.irrigation.hours });
      case "gates":
        if (number !== undefined) of.gates[Number(number)] = { ...of.gates[Number(number)], ...sent };
        return json(200, number === undefined ? of.gates : of.gates[Number(number)]);
      default:
        return this.#row(request, of.rows, {
          number: number ?? String(sent.number),
          sent,
          query,
          isOne: number,
        });
    }
  }

  #row(
    { method }: WireRequest,
    rows: Farm["rows"],
    on: { number: string; sent: JsonObject; query: URLSearchParams; isOne: string | undefined },
  ): WireReply {
    if (method === "GET") return page([...rows.values()], on.query);
    if (method === "DELETE") rows.delete(on.number);
    else rows.set(on.number, { ...rows.get(on.number), number: Number(on.number), ...on.sent });
    return json(200, rows.get(on.number) ?? {});
  }

  #create({ farm = {} }: JsonObject): WireReply {
    this.#made += 1;
    const farmId = `f/${this.#made}`;
    const gates = [1, 2, 3].map((at) => ({ number: at - 1, label: `Gate ${at}`, width: 4 }));
    const made = { farm: { ...object(farm), farmId }, rows: new Map(), irrigation: { hours: 0 }, gates };
    this.farms.set(encodeURIComponent(farmId), made);
    return json(201, { farm: made.farm });
  }
}

function page(all: readonly Json[], query: URLSearchParams): WireReply {
  const from = Number(query.get("from"));
  return json(200, { data: all.slice(from, from + Number(query.get("count"))), total: all.length });
}

function sentIn(body: WireRequest["body"]): JsonObject {
  return object(JSON.parse(JSON.stringify(revealed(body) ?? {})));
}

function object(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** Plans and applies a file, and then plans it again. */
async function applied(orchard: Orchard, file: string, base?: string) {
  const set = stage({ project, drivers, files: { "a.yaml": file }, between: () => orchard.wire });
  const request = base === undefined ? {} : { base: set.load({ "a.yaml": base }), prune: true };
  orchard.asked.length = 0;
  const made = await set.plan(request);
  const result = await set.apply(made);
  const sent = orchard.asked.filter((each) => !each.startsWith("GET") && !each.endsWith("/login"));
  const left = (await set.plan(request)).plan.steps;
  return { steps: made.plan.steps.map(({ id }) => id), result, sent: sent.toSorted(), left };
}

test("everything is made, in the order of what it is in, and a second plan has nothing to do", async () => {
  const orchard = new Orchard();
  const { sent, result, left } = await applied(orchard, estate);
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(sent.map(() => "applied"));
  expect(result.nonConvergent).toEqual([]);
  expect(sent).toEqual([
    "POST /api/spring/farms",
    "POST /api/spring/farms",
    "POST /api/spring/farms",
    "POST /api/spring/farms/f%2F1/rows",
    "POST /api/spring/farms/f%2F1/rows",
    "POST /api/spring/farms/f%2F2/rows",
    "PUT /api/spring/farms/f%2F1/gates/1",
    "PUT /api/spring/farms/f%2F1/irrigation",
  ]);
  expect(left).toEqual([]);
  const north = orchard.farms.get("f%2F1");
  expect(north?.farm).toEqual({ farmId: "f/1", label: "North", open: "yes", crops: ["apples", "pears"] });
  expect(north?.rows.get("7")).toEqual({ number: 7, plants: { trees: "12", sprayer: "S1" } });
  expect(north?.irrigation).toEqual({ hours: 3, key: "canary-corp-psk" });
});

test("what changes in Git is written, and only that", async () => {
  const orchard = new Orchard();
  await applied(orchard, estate);
  const changed = estate.replace("open: true", "open: false").replace("trees: 3", "trees: 4");
  const { sent, left } = await applied(orchard, changed, estate);
  expect(sent).toEqual(["PATCH /api/spring/farms/f%2F1", "PUT /api/spring/farms/f%2F1/rows/8"]);
  expect(left).toEqual([]);
  expect(orchard.farms.get("f%2F1")?.farm.open).toBe("no");
});

test("what goes from Git is removed: deleted, or set back where it always exists", async () => {
  const orchard = new Orchard();
  await applied(orchard, estate);
  const less = "target: estate\nfarms: { north: { name: North }, south: { name: South } }\n";
  const { sent, result } = await applied(orchard, less, estate);
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(sent.map(() => "applied"));
  expect(result.nonConvergent).toEqual([]);
  expect(sent).toEqual([
    "DELETE /api/spring/farms/f%2F1/rows/7",
    "DELETE /api/spring/farms/f%2F1/rows/8",
    "DELETE /api/spring/farms/f%2F2/rows/7",
    "DELETE /api/spring/farms/f%2F3",
    "PUT /api/spring/farms/f%2F1/gates/1",
    "PUT /api/spring/farms/f%2F1/irrigation",
  ]);
  expect(orchard.farms.get("f%2F1")?.gates[1]).toEqual({ number: 1, label: "Gate 2", width: 4 });
  expect(orchard.farms.get("f%2F1")?.irrigation.hours).toBe(0);
  expect((await applied(orchard, less, less)).steps).toEqual([]);
});
