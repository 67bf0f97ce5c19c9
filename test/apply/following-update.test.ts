/**
 * Fields that no create accepts are set by an update right after the create. This update is counted and reported, and
 * never sent blindly.
 */

import { describe, expect, test } from "vitest";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import { productFile } from "../../src/catalog/schema/product.ts";
import { driversWith } from "../../src/drivers/index.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { json, revealed, text } from "../servers/scripted-wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const product = productFile.parse({
  product: "campus",
  title: "Campus",
  interface: "controller",
  basePath: "/api",
  authentication: { by: "token", header: "X-Auth-Token" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  task: {
    id: "taskId",
    path: "/tasks/{task}",
    done: { at: "state", is: ["done"] },
    failed: { at: "state", is: ["failed"] },
  },
  checks: ["site"],
});
const site = kindFile.parse({
  ...{ kind: "site", title: "site", section: "sites", form: "collection", id: "id", list: "/sites" },
  ...{ create: "POST /sites", update: "PUT /sites/{id}", remove: "DELETE /sites/{id}" },
  fields: {
    name: { type: "string" },
    lease: { type: "string", access: "updateOnly" },
    servers: { type: "array", items: { type: "string" }, access: "updateOnly" },
  },
  ...{ source: "made up", verified: "assumed" },
});
const drivers = driversWith({
  names: [{ product: "campus", interface: "controller" }],
  read: () => ({ product, kinds: [site] }),
});
const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: campus
    url: https://campus.example.net
    credential: { token: { secret: env:KEY } }
`;
const files = {
  "a.yaml": "target: campus\nsites: { berlin: { name: Berlin, lease: 1 day, servers: [a] } }\n",
};

type Answer = (method: string, take: () => WireReply) => WireReply;

/** Returns a campus that creates a site from its name alone. `answer` decides the reply to each write. */
function campus(answer: Answer = (_, take) => take(), isTask = false) {
  const sites = new Map<string, JsonObject>();
  const sent: string[] = [];
  const wire: Wire = {
    send: async ({ method, url, body }) => {
      const [, , what, id = ""] = new URL(url).pathname.split("/");
      if (what === "tasks") return json(200, { state: "done" });
      if (method === "GET") return json(200, [...sites.values()]);
      const { name, ...rest }: JsonObject = JSON.parse(JSON.stringify(revealed(body) ?? {}));
      sent.push(`${method} ${Object.keys(name === undefined ? rest : { name, ...rest })}`);
      return answer(method, () => {
        const made = method === "POST" ? `s${sites.size + 1}` : id;
        sites.set(made, {
          id: made,
          ...sites.get(made),
          ...(name !== undefined && { name }),
          ...(method === "PUT" && rest),
        });
        return isTask ? json(202, { taskId: "t1" }) : json(200, sites.get(made) ?? {});
      });
    },
  };
  return { wire, sites, sent };
}

/** Plans and applies the declaration of one site. */
async function run({ wire }: { readonly wire: Wire }) {
  const set = stage({ project, drivers, files, between: () => wire });
  const made = await set.plan();
  const result = await set.apply(made);
  const [outcome] = result.settled.map((each) => each.outcome);
  return { ...made, result, outcome, left: (await set.plan()).plan.steps.map(({ id }) => id) };
}

const whole = { id: "s1", name: "Berlin", lease: "1 day", servers: ["a"] };

describe("what only an update takes", () => {
  test.each([
    ["answers at once", false],
    ["makes tasks of its writes", true],
  ])("is set right after the create, where the server %s", async (_, isTask) => {
    const server = campus(undefined, isTask);
    const { outcome, left, result, plan } = await run(server);
    expect(server.sent).toEqual(["POST name", "PUT lease,servers"]);
    expect(server.sites.get("s1")).toEqual(whole);
    expect(outcome).toEqual({ state: "applied", id: "s1" });
    expect([result.nonConvergent, left]).toEqual([[], []]);
    expect(plan.cost).toMatchObject([{ writes: 2, ...(isTask && { polls: 4 }) }]);
  });

  test("that is refused leaves a step that failed, with the reason; the next plan sets it", async () => {
    const server = campus((method, take) =>
      method === "PUT" ? json(400, { errors: ["no such lease"] }) : take(),
    );
    const { outcome, left } = await run(server);
    const message = expect.stringMatching(
      /^the resource was created, but the update that sets its other fields failed: .*no such lease/,
    );
    expect(outcome).toMatchObject({ state: "failed", problem: { message } });
    expect(server.sent).toEqual(["POST name", "PUT lease,servers"]);
    expect(left).toEqual(["update campus/site/berlin"]);
  });

  test.each([
    ["was carried out", true, ["POST name", "PUT lease,servers"]],
    ["was not carried out", false, ["POST name", "PUT lease,servers", "PUT lease,servers"]],
  ])("and whose answer is lost is looked at: it %s", async (_, isTaken, sent) => {
    let lost = 0;
    const server = campus((method, take) => {
      if (method === "POST" || lost++ > 0) return take();
      if (isTaken) take();
      return text(502, "");
    });
    const { outcome, left } = await run(server);
    expect(outcome).toEqual({ state: "applied", id: "s1" });
    expect(server.sent).toEqual(sent);
    expect(left).toEqual([]);
  });

  test("and whose answer is lost is sent again once the server shows what was created", async () => {
    let hidden = 0;
    const server = campus((method, take) => {
      if (method === "POST" || hidden !== 0) return take();
      hidden = 2;
      return text(502, "");
    });
    const send: Wire["send"] = (request, signal) => {
      if (request.method !== "GET" || hidden <= 0) return server.wire.send(request, signal);
      hidden = hidden > 1 ? hidden - 1 : -1;
      return Promise.resolve(json(200, []));
    };
    const { outcome, left } = await run({ wire: { send } });
    expect(server.sent).toEqual(["POST name", "PUT lease,servers", "PUT lease,servers"]);
    expect(outcome).toEqual({ state: "applied", id: "s1" });
    expect(left).toEqual([]);
  });

  test("and is answered with a conflict, although nothing has changed, is what is told to be refused", async () => {
    const server = campus((method, take) => (method === "PUT" ? text(404, "") : take()));
    const message = expect.stringContaining(
      ": the update was refused, although the resource is still as it was read",
    );
    expect(await run(server)).toMatchObject({ outcome: { state: "failed", problem: { message } } });
  });

  test("of a thing that is gone meanwhile is told, and never made a second time", async () => {
    const server = campus((method, take) => {
      if (method === "POST") return take();
      server.sites.clear();
      return text(404, "");
    });
    const { outcome } = await run(server);
    expect(server.sent).toEqual(["POST name", "PUT lease,servers"]);
    expect(outcome).toMatchObject({
      state: "unknown",
      problem: { code: "accepted-unseen" },
    });
  });
});
