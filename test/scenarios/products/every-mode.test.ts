/**
 * Login, pagination and refusals of every product, against its mode in the simulator. The tests follow the facts about
 * the product instead of its catalog.
 */

import { describe, expect, test } from "vitest";
import type { Wire } from "../../../src/model/wire.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import { matchesPattern, splitQuery } from "../../../src/simulator/wire/route.ts";
import { allCatalogs } from "../../catalog/round-trip/not-round.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { managed, type Product, products } from "./mode.ts";

const all = Object.entries(products).map(([name, product]) => ({ name, ...product }));

test("no product is left out", () => {
  const own = allCatalogs().filter((name) => catalogsIn().read(name).product.dialect === undefined);
  expect(Object.keys(products)).toEqual(own.toSorted());
});

/** Returns the number of requests to a path. */
function asked(on: Stage, path = "", method?: string): number {
  return on.network.log().filter((each) => {
    return matchesPattern(path, splitQuery(each.path).path) && (method ?? each.method) === each.method;
  }).length;
}

const outcomes = ({ settled }: Awaited<ReturnType<Stage["apply"]>>) => settled.map(({ outcome }) => outcome);

async function applied(product: Product): Promise<Stage> {
  const on = managed(product);
  expect(outcomes(await on.apply(await on.plan()))).toMatchObject([{ state: "applied" }]);
  return on;
}

/** Checks that the list is unknown and that the plan would write nothing. Returns the codes of the problems. */
async function isUnknown(on: Stage, words?: string): Promise<readonly string[]> {
  const { plan } = await on.plan();
  expect([plan.steps, plan.unwritable, plan.unmanaged]).toEqual([[], [], {}]);
  expect(plan.unknown).not.toEqual([]);
  if (words !== undefined) expect(JSON.stringify(plan.unknown)).toContain(words);
  return plan.unknown.map(({ problem }) => problem.code);
}

function refused({ refusal }: Product, status: number, words: string, more: Partial<Fault> = {}): Fault {
  const body = JSON.stringify(refusal(words, status));
  const headers = { "content-type": "application/json", ...(status === 429 && { "retry-after": "2" }) };
  return { times: 99, ...more, effect: { kind: "answer", status, headers, body } };
}

describe.for(all.filter(({ login }) => login !== undefined))("a login at a simulated $name", (product) => {
  const { login = "", ended = { status: 401, words: "ended" }, loggedOut, settings } = product;

  test("happens once for all requests of a run", async () => {
    const on = await applied(product);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    expect(asked(on, login)).toBe(1);
  });

  test("happens again where its token has ended before the change was approved", async () => {
    const on = managed(product);
    const plan = await on.plan();
    const { tokenLifetimeMs = 3_600_000 } = settings;
    expect(outcomes(await on.apply(plan, { after: tokenLifetimeMs * 5 }))).toMatchObject([
      { state: "applied" },
    ]);
    expect(asked(on, login)).toBe(product.renewal ? 1 : 2);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("happens once more where the product has forgotten all tokens, between plan and apply and before a write", async () => {
    const on = managed(product);
    const plan = await on.plan();
    on.network.world = loggedOut(on.network.world);
    let reads = 0;
    // The first read is refused, because the product has forgotten the tokens. The second read shows the list. Then the
    // product forgets the tokens again.
    on.network.witness = ({ request, after }) => {
      if (request.method === "GET" && matchesPattern(product.list, splitQuery(request.path).path)) reads += 1;
      if (reads !== 2) return;
      reads += 1;
      on.network.world = loggedOut(after);
    };
    expect(outcomes(await on.apply(plan))).toMatchObject([{ state: "applied" }]);
    expect(asked(on, login)).toBe(3);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [], unmanaged: {} });
  });

  test("whose token is never taken leaves what is live unknown, and is tried a few times and no more", async () => {
    const on = await applied(product);
    on.network.fault(refused(product, ended.status, ended.words, { path: product.list }));
    await isUnknown(on);
    expect(asked(on, login)).toBeLessThanOrEqual(6);
  });

  test("with another secret is tried once, whatever there is to be read: nobody is locked out", async () => {
    const names = [
      "CONTROLLER_PASSWORD",
      "FIREWALL_PASSWORD",
      "SERVERS_SECRET",
      "SDWAN_PASSWORD",
      "CLIENT_SECRET",
    ];
    const on = managed(product, {
      secrets: Object.fromEntries(names.map((name) => [`env:${name}`, "another"])),
    });
    await isUnknown(on);
    expect(on.network.log()).toHaveLength(1);
  });
});

test.for(all.filter(({ logout }) => logout))(
  "a session at a simulated $name is ended with the run",
  async (product) => {
    const { logout } = product;
    const on = await applied(product);
    expect(logout?.left(on.network.world)).toBe(1);
    const { session } = on.context.targets.get("it") ?? {};
    await on.clock.run(session?.close?.(new AbortController().signal) ?? Promise.resolve());
    expect(logout?.left(on.network.world)).toBe(0);
    expect(asked(on, logout?.path)).toBe(1);
  },
);

describe.for(all)("a list of a simulated $name", (product) => {
  const { list, pages, more } = product;

  test("is read to its last page, each page once", async () => {
    const on = await applied(product);
    on.network.world = more(on.network.world, 2500);
    const before = asked(on, list, "GET");
    const { plan } = await on.plan();
    expect(plan).toMatchObject({ steps: [], unknown: [] });
    expect(asked(on, list, "GET") - before).toBe(pages);
    expect(Object.values(plan.unmanaged)).toEqual([2500]);
  });
});

const paged = all.filter(({ pages }) => pages > 1);
const failing = paged.flatMap((each) => [
  { ...each, which: "middle", after: 1 },
  { ...each, which: "last", after: each.pages - 1 },
]);

test.for(failing)(
  "a list of a simulated $name whose $which page fails is unknown: nothing is absent",
  async (product) => {
    const { list, more, after } = product;
    const on = await applied(product);
    on.network.world = more(on.network.world, 2500);
    on.network.fault(refused(product, 500, "out of order", { path: list, methods: ["GET"], after }));
    await isUnknown(on);
  },
);

const miscounting = all.flatMap((each) => (each.total ? [1, -1].map((by) => ({ ...each, by })) : []));

test.for(miscounting)("a list of a simulated $name whose total is off by $by is unknown", async (product) => {
  const { total, by } = product;
  const number = new RegExp(`(${total?.source})(\\d+)`);
  const lying = (wire: Wire): Wire => ({
    send: async (request, signal) => {
      const reply = await wire.send(request, signal);
      if (reply.outcome !== "answered" || request.method !== "GET") return reply;
      return { ...reply, text: reply.text.replace(number, (_, at, count) => `${at}${Number(count) + by}`) };
    },
  });
  await isUnknown(managed(product, { between: lying }));
});

describe.for(all)("a refusal of a simulated $name", (product) => {
  const { list, create } = product;
  const words = "The moon is in the seventh house";

  test.each([
    [400, "refused"],
    [403, "forbidden"],
    [404, "not-found"],
    [405, "refused"],
    [500, "server-error"],
  ])("of a list by %i is no absence: it is told as %s", async (status, code) => {
    const on = managed(product);
    on.network.fault(refused(product, status, words, { path: list, methods: ["GET"] }));
    expect(new Set(await isUnknown(on, words))).toEqual(new Set([code]));
  });

  test.each([400, 403])(
    "of a write by %i is told in its own words, and it is not sent again",
    async (status) => {
      const on = managed(product);
      const plan = await on.plan();
      on.network.fault(refused(product, status, words, { path: create, methods: ["POST"] }));
      const [outcome] = outcomes(await on.apply(plan));
      expect([outcome?.state, JSON.stringify(outcome)]).toEqual(["failed", expect.stringContaining(words)]);
      expect(asked(on, create, "POST")).toBe(1);
    },
  );

  test.each([409, 429, 500, 503])(
    "of a write by %i, once, is looked at or waited out, and it is made once",
    async (status) => {
      const on = managed(product);
      const plan = await on.plan();
      on.network.fault(refused(product, status, words, { path: create, methods: ["POST"], times: 1 }));
      expect(outcomes(await on.apply(plan))).toMatchObject([{ state: "applied" }]);
      expect(asked(on, create, "POST")).toBe(2);
      expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [], unmanaged: {} });
    },
  );

  test("of a read by 429 is waited out as long as it says", async () => {
    const on = managed(product);
    on.network.fault(refused(product, 429, words, { path: list, methods: ["GET"], times: 2 }));
    const began = on.clock.now();
    expect((await on.plan()).plan.unknown).toEqual([]);
    expect(on.clock.now() - began).toBeGreaterThanOrEqual(4000);
  });
});
