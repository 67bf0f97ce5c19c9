/** A product made for one test, and an in-memory server that stores what it receives. */

import { type KindFile, kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../src/drivers/index.ts";
import { adopt } from "../../../src/import/edit/adopt.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { ShownSecrets } from "../../../src/model/secret.ts";
import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import { builtInCompany } from "../../../src/simulator/company.ts";
import { imported } from "../../import/live.ts";
import { json, revealed, text } from "../../servers/scripted-wire.ts";
import { type Setting, stage } from "../../servers/virtual-time/run.ts";

const product = productFile.parse({
  product: "depot",
  title: "Depot",
  interface: "servers",
  basePath: "",
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "DELETE", means: "absent" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  checks: ["site"],
});

/** Returns the catalog entry of a kind whose objects get an id from the server. */
export function madeKind(kind: string, path: string, more: object = {}): object {
  return {
    ...{ kind, title: kind, section: `${kind}s`, form: "collection", id: "id" },
    ...{ list: path, create: `POST ${path}`, update: `PUT ${path}/{id}`, remove: `DELETE ${path}/{id}` },
    ...{ fields: { name: { type: "string" } }, source: "made up", verified: "assumed", ...more },
  };
}

const project = `version: 1
environment: virtual
targets:
  depot:
    interface: servers
    dialect: depot
    url: https://depot.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;

/** A server that stores what it receives, assigns ids, and shows everything except these fields. */
export class Depot {
  readonly records = new Map<string, JsonObject>();
  /** Writes, in order. */
  readonly sent: { readonly request: string; readonly body: JsonObject }[] = [];
  readonly #hidden: readonly string[];
  #made = 100;

  constructor(hidden: readonly string[] = []) {
    this.#hidden = hidden;
  }

  readonly wire: Wire = {
    send: async (request) => {
      const { pathname } = new URL(request.url);
      const body = sentIn(request.body);
      if (request.method !== "GET") this.sent.push({ request: `${request.method} ${pathname}`, body });
      return this.#answer(request.method, pathname, body);
    },
  };

  #answer(method: string, path: string, sent: JsonObject): WireReply {
    const record = this.records.get(path);
    switch (method) {
      case "POST": {
        this.#made += 1;
        const made = { id: this.#made, ...sent };
        this.records.set(`${path}/${this.#made}`, made);
        return json(201, this.#shown(made));
      }
      case "PUT":
        this.records.set(path, { ...record, ...sent });
        return json(200, this.#shown({ ...record, ...sent }));
      case "DELETE":
        if (!record) return text(404, "");
        this.records.delete(path);
        return text(204, "");
      default:
        return json(200, record ? this.#shown(record) : this.#in(path));
    }
  }

  #in(path: string): readonly Json[] {
    const isIn = (each: string) => each.slice(0, each.lastIndexOf("/")) === path;
    return [...this.records].flatMap(([each, record]) => (isIn(each) ? [this.#shown(record)] : []));
  }

  #shown(record: JsonObject): JsonObject {
    return JSON.parse(
      JSON.stringify(record, (name, value) => (this.#hidden.includes(name) ? undefined : value)),
    );
  }
}

function sentIn(body: WireRequest["body"]): JsonObject {
  const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
  return isObject(sent) ? sent : {};
}

/** Returns functions that plan and apply files, with one depot that has these kinds. */
export function depotOf(words: readonly object[], depot = new Depot(), shown?: ShownSecrets) {
  const kinds: readonly KindFile[] = words.map((each) => kindFile.parse(each));
  const drivers = driversWith({
    names: [{ product: "depot", interface: "servers" }],
    read: () => ({ product, kinds }),
  });
  const between = () => depot.wire;
  const on = { project: `${project}# ${Math.random()}\n`, drivers, between, ...(shown && { shown }) };
  const staged = (file: string, more: Partial<Setting> = {}) =>
    stage({ ...on, ...more, files: { "a.yaml": `target: depot\n${file}` } });
  return {
    depot,
    staged,
    /** Plans and applies the file, and then plans it again. */
    async applied(file: string, base?: string) {
      const set = staged(file);
      const text = `target: depot\n${base}`;
      const request = base === undefined ? {} : { base: set.load({ "a.yaml": text }), prune: true };
      depot.sent.length = 0;
      const made = await set.plan(request);
      const result = await set.apply(made);
      const { plan } = await set.plan(request);
      return { made, plan, outcomes: result.settled.map(({ outcome }) => outcome.state), sent: depot.sent };
    },
    /** Returns the plan of this file if the same file was applied before. */
    planned: async (file: string) => {
      const set = staged(file);
      return (await set.plan({ base: set.load({ "a.yaml": `target: depot\n${file}` }) })).plan;
    },
    imported: () => imported({ seed: builtInCompany(), target: "depot", ...on }),
    /** Returns the file after adopting the changes that were made by hand. */
    adopted(file: string, plan: Plan) {
      const set = staged(file);
      const reload = (now: readonly { path: string; text: string }[]) =>
        set.load(Object.fromEntries(now.map((each) => [each.path, each.text])));
      return adopt({
        files: [{ path: "a.yaml", text: `target: depot\n${file}` }],
        desired: set.context.desired,
        changes: driftOf(plan).drifted,
        repeatsSecret: () => false,
        reload,
      });
    },
  };
}
