/**
 * Pagination, waits and tokens in the variants that the specification leaves open. For trueup, they make no difference.
 */

import { describe, expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { defaultVariants, nextLinkPlaces, type VariantSettings } from "../../src/simulator/wire/variants.ts";
import { projectText, stage } from "../servers/virtual-time/run.ts";

const project = (more = "", servers = "clientSecret: { secret: env:SERVERS_SECRET }") => `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    ${more}
  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, ${servers} }
  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
`;

/** Files that declare the last element of each list with its live values. */
const files = {
  "campus.yaml":
    "target: campus\ndevices:\n  last: { name: dev-bangkok-1, managementIpAddress: 10.30.1.12 }\n",
  "servers.yaml": "target: servers\ndevices:\n  last: { serial: SRV00000048 }\n",
  "chat.yaml": "target: chat\nrooms:\n  last: { name: Announcements }\n",
};

interface Told {
  readonly variants?: Partial<VariantSettings>;
  readonly settings?: Partial<SimulatorSettings>;
  readonly project?: string;
}

async function planned({ variants, settings, project: text = project() }: Told) {
  const pages = { pageSize: 60, serversPageSize: 20, messagingPageSize: 2 };
  const all = { ...pages, ...settings, variants: { ...defaultVariants, ...variants } };
  const on = stage({ project: text, files, settings: all });
  const { plan } = await on.plan();
  return { on, plan, unknown: plan.unknown.map(({ address }) => address).toSorted() };
}

const isBlind = (place: string) => place === "cursor" || place === "number";

describe("lists in pages are read to their end", () => {
  test.each(nextLinkPlaces.filter((place) => !isBlind(place)))(
    "wherever the next link stands: %s",
    async (nextLink) => {
      for (const nextPageUri of ["absolute", "relative"] as const) {
        const variants = { nextLink, totalRecords: false, totalCount: "none" } as const;
        const { plan, unknown } = await planned({ variants, settings: { nextPageUri } });
        expect(unknown).toEqual([]);
        expect([plan.changes, plan.unwritable]).toEqual([[], []]);
        expect(plan.unmanaged).toMatchObject({ "campus/controllerDevice": 299, "servers/serverProfile": 47 });
      }
    },
  );

  test.each(nextLinkPlaces.filter(isBlind))(
    "or are unknown, and nothing is made twice, where nobody can tell the next page: %s",
    async (nextLink) => {
      const { plan, unknown } = await planned({ variants: { nextLink } });
      expect(unknown).toEqual(["campus/controllerDevice/last", "servers/serverProfile/last"]);
      expect(plan.steps).toEqual([]);
    },
  );

  test.each(["quoted", "bare", "several"] as const)(
    "however a Link header is written: %s",
    async (linkHeader) => {
      const { plan, unknown } = await planned({ variants: { nextLink: "header", linkHeader } });
      expect(unknown).toEqual([]);
      expect(plan.changes).toEqual([]);
    },
  );

  test.each(["items", "pages", "page", "none"] as const)(
    "whatever X-Page-Total-Count counts: %s",
    async (totalCount) => {
      for (const totalRecords of [true, false]) {
        const { plan, unknown } = await planned({ variants: { totalCount, totalRecords } });
        expect(unknown).toEqual([]);
        expect(plan.changes).toEqual([]);
      }
    },
  );

  test("in an array by itself, and in a field that the project names", async () => {
    const link = { nextLink: "header" } as const;
    const bare = await planned({ variants: { ...link, devicesEnvelope: "array" } });
    expect(bare.plan.unmanaged).toMatchObject({ "campus/controllerDevice": 299 });
    const named = { variants: { devicesEnvelope: "devices" as const } };
    expect((await planned(named)).unknown).toEqual(["campus/controllerDevice/last"]);
    const told = await planned({ ...named, project: project("settings: { devicesField: devices }") });
    expect(told.plan.unmanaged).toMatchObject({ "campus/controllerDevice": 299 });
  });

  test("of a dashboard without links, where a page is exactly as full as was asked for", async () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    const networks = names.map((name) => ({ name, productTypes: ["wireless"] }));
    const text = projectText().replace(
      "interface: dashboard\n",
      "interface: dashboard\n    dialect: meraki\n    settings: { perPage: { networks: 3 } }\n",
    );
    const on = stage({
      project: text,
      files: { "a.yaml": "target: cloud\norganization: Acme\nnetworks:\n  f: { name: F }\n" },
      seed: { ...builtInCompany(), organizations: [{ id: "O_1001", name: "Acme", networks }] },
      settings: { dashboardMode: "meraki", variants: { ...defaultVariants, perPageLinks: false } },
    });
    const { plan } = await on.plan();
    expect(plan.changes).toEqual([]);
    const asked = on.network.log().filter(({ path }) => path.includes("/networks?"));
    expect(asked.map(({ path }) => path.includes("startingAfter"))).toEqual([false, true, true]);
  });
});

describe("tokens are used", () => {
  test.each([
    [201, true],
    [200, false],
    [201, false],
  ] as const)("that come with status %s, their type told: %s", async (tokenStatus, tokenType) => {
    const { plan, unknown } = await planned({ variants: { tokenStatus, tokenType } });
    expect([unknown, plan.changes]).toEqual([[], []]);
  });

  test("of a server that takes a user's name and password, and no client by itself", async () => {
    const variants = { grants: ["password"] } as const;
    expect((await planned({ variants })).unknown).toEqual(["servers/serverProfile/last"]);
    const user = "username: simulated-user, password: { secret: env:CONTROLLER_PASSWORD }";
    const text = project("", `clientSecret: { secret: env:SERVERS_SECRET }, ${user}`);
    expect((await planned({ variants, project: text })).unknown).toEqual([]);
  });
});

const cloud = {
  "a.yaml": `target: cloud
organization: Acme
networks:
  new: { name: New Office, timeZone: Europe/Berlin, ssids: { 0: { name: Corp, vlan: 10 } } }
`,
};

test.each(["NETWORK_NOT_READY", "{id} isn't ready yet", "The network is not yet  ready"])(
  "a new network is waited for, in whatever words it is not ready: %s",
  async (notReady) => {
    const on = stage({ files: cloud, settings: { variants: { ...defaultVariants, notReady } } });
    const { settled } = await on.apply(await on.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
    expect(on.events.filter((each) => each.type === "waiting" && each.reason === "notReady")).not.toEqual([]);
  },
);

test.each(["seconds", "date"] as const)(
  "a limit that is lower than the project knows is waited out: Retry-After as %s",
  async (retryAfter) => {
    const variants = { ...defaultVariants, retryAfter };
    const settings = { variants, dashboardRequestsPerSecond: 1, retryAfterSeconds: 30 };
    const on = stage({ files: cloud, settings });
    const made = await on.plan();
    expect(made.plan.unknown).toEqual([]);
    const log = on.network.log();
    const refused = log.filter(({ status }) => status === 429);
    expect(refused).not.toEqual([]);
    for (const { at } of refused)
      expect(log.filter((each) => each.at > at && each.at < at + 29_000 && each.status !== 429)).toEqual([]);
  },
);

test("two records of one site that are alike hold nothing back", async () => {
  const twice = { siteName: "Berlin", healthScore: 90, numberOfClients: 7 };
  const gated = `${projectText().replace("targets:\n", `targets:\n${project().split("\n").slice(3, 7).join("\n")}\n`)}health: { controller: campus, bound: 50 }\n`;
  const on = stage({
    project: gated,
    files: { "a.yaml": "target: cloud\norganization: Acme\nnetworks:\n  b: { name: New, site: Berlin }\n" },
    seed: { ...builtInCompany(), sites: [twice, twice] },
  });
  const { plan } = await on.plan();
  expect(plan.held).toEqual([]);
  expect(plan.steps).toHaveLength(1);
});
