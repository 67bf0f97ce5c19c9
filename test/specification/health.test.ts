/** Site health: every record is shown, all pages are read, and missing values are reported as missing. */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratory, type Subject } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { type ControllerSwitches, controller } from "./servers/controller.ts";
import { dashboard } from "./servers/dashboard.ts";
import { type Fields, type Heard, isFields } from "./servers/http.ts";
import { nextLinks } from "./servers/pages.ts";

interface HealthRow extends Row {
  readonly switches: ControllerSwitches;
  readonly settings?: Fields;
  readonly check: (seen: Seen) => void;
}

interface Seen {
  /** The target's sites in `status --format json`; `undefined` if they could not be read. */
  readonly sites: readonly Fields[] | undefined;
  readonly problems: string;
  readonly heard: readonly Heard[];
}

const site = (siteName: string, healthScore: number) => ({ siteName, healthScore, numberOfClients: 7 });
const many = Array.from({ length: 150 }, (_, at) => site(`Site ${at}`, at === 3 ? 10 : 90));
const paged = { perPage: 20, link: nextLinks.nextPageUri, totalRecords: true };
const asks = (heard: readonly Heard[]) => heard.filter(({ path }) => path.endsWith("/site-health"));

const rows: readonly HealthRow[] = [
  {
    name: "150 sites in pages of 20",
    reason: "to get all data, follow `nextPageUri` until it is absent",
    switches: { sites: many, paging: paged },
    check: ({ sites, heard }) => {
      expect(sites).toHaveLength(150);
      expect(asks(heard)).toHaveLength(8);
    },
  },
  {
    name: "the token and the media type go along with every page",
    reason: "`Accept: application/json` is sent on controller reads; X-Auth-Token carries the token",
    switches: { sites: many, paging: paged },
    check: ({ heard }) => {
      const [login] = heard;
      expect(login).toMatchObject({ method: "POST", path: "/ctl/system/api/v1/auth/token" });
      expect(login?.headers.authorization).toMatch(/^Basic /);
      for (const { headers } of asks(heard)) {
        expect(headers["x-auth-token"]).toBe("controller-token-1");
        expect(headers.accept).toContain("application/json");
      }
    },
  },
  {
    name: "the token as a Bearer value",
    reason: "the same mechanism is also described as a Bearer value in the Authorization header",
    switches: { sites: [site("Berlin", 90)], bearer: true },
    settings: { tokenHeader: "authorization" },
    check: ({ sites }) => expect(sites).toHaveLength(1),
  },
  {
    name: "a token in a field of another name",
    reason: "name of the token field in the token response: not shown",
    switches: { sites: [site("Berlin", 90)], tokenField: "Token" },
    settings: { tokenField: "Token" },
    check: ({ sites }) => expect(sites).toHaveLength(1),
  },
  {
    name: "two identical records",
    reason: "both are shown: nobody said that a site's name is its identity",
    switches: { sites: [site("Berlin", 90), site("Berlin", 90), site("Munich", 80)] },
    check: ({ sites }) =>
      expect(sites?.map(({ siteName }) => siteName).sort()).toEqual(["Berlin", "Berlin", "Munich"]),
  },
  {
    name: "two identical records on two pages",
    reason: "both are shown: nobody said that a site's name is its identity",
    switches: {
      sites: [site("Berlin", 90), site("Munich", 80), site("Berlin", 90)],
      paging: { ...paged, perPage: 2 },
    },
    check: ({ sites }) => expect(sites).toHaveLength(3),
  },
  {
    name: "two records of one name that differ",
    reason: "both are shown: nobody said that a site's name is its identity",
    switches: { sites: [site("Berlin", 90), site("Berlin", 20)] },
    check: ({ sites }) => expect(sites?.map(({ healthScore }) => healthScore)).toEqual([20, 90]),
  },
  {
    name: "20 of 150, and no next page",
    reason: "a list call returned 20 items out of 150: not shown as whole, and said as it is",
    switches: { sites: many.slice(0, 20), claimedTotal: 150 },
    check: ({ sites, problems }) => {
      expect(sites).toBeUndefined();
      expect(problems).toMatch(/\b20 of 150\b/);
      expect(problems).not.toContain("changed while");
    },
  },
  {
    name: "no totalRecords",
    reason: "present when the result is paged",
    switches: { sites: [site("Berlin", 10)] },
    check: ({ sites }) => expect(sites).toEqual([site("Berlin", 10)]),
  },
  {
    name: "no sites",
    reason: "a list endpoint for a resource with no items",
    switches: { sites: [] },
    check: ({ sites }) => expect(sites).toEqual([]),
  },
];

const gate = "health gate";
/** Projects with a health gate. The first target is the controller, and the gate applies to the second one. */
const gated: readonly (Row & { readonly sites: readonly Fields[]; readonly held: number })[] = [
  {
    name: "one site record that is well holds nothing back",
    reason: "the gate is for sites that are not well",
    sites: [site("Berlin", 90)],
    held: 0,
  },
  {
    name: "one site record that is not well holds its change back",
    reason: "a value of 10 denotes a badly degraded site",
    sites: [site("Berlin", 10)],
    held: 1,
  },
  {
    name: "two identical site records that are well hold nothing back",
    reason: "they say the same, and say that all is well",
    sites: [site("Berlin", 90), site("Berlin", 90)],
    held: 0,
  },
];

let all: Laboratory;
let ended: Ended;
const plans = new Map<string, readonly unknown[]>();

beforeAll(async () => {
  const subjects = rows.map(({ name, switches, settings }): readonly [string, Subject] => [
    name,
    { served: controller(switches), target: { interface: "controller", ...(settings && { settings }) } },
  ]);
  all = await laboratory(Object.fromEntries(subjects));
  const gates = await Promise.all(gated.map(gateOf));
  [ended] = await Promise.all([all.trueup(["status", "--all", "--format", "json"])]);
  return () => {
    for (const each of [all, ...gates]) each.close();
  };
});

async function gateOf({ name, sites }: (typeof gated)[number]): Promise<Laboratory> {
  const networks = { berlin: { name: "Berlin", site: "Berlin", timeZone: "Europe/Berlin" } };
  const one = await laboratory(
    {
      [gate]: { served: controller({ sites }), target: { interface: "controller" } },
      cloud: {
        served: dashboard({ networks: [{ id: "n1", name: "Berlin", timeZone: "UTC" }] }),
        target: { interface: "dashboard" },
        desired: { organization: "Acme", networks },
      },
    },
    { health: { controller: "t0", bound: 50, settleSeconds: 0 } },
  );
  const { out, err } = await one.trueup(["plan", "--format", "json"]);
  const plan = JSON.parse(out);
  if (plan.format !== "trueup.plan") throw new Error(out + err);
  plans.set(name, plan.held);
  return one;
}

function seenOf(name: string): Seen {
  const result = JSON.parse(ended.out);
  const targets: readonly unknown[] = result.targets;
  const own = targets.filter(isFields).find(({ target }) => target === all.targetOf(name));
  const sites = own?.sites;
  return {
    sites: Array.isArray(sites) ? sites : undefined,
    problems: JSON.stringify(own?.problems),
    heard: all.heard(name),
  };
}

const isShown = ({ name, check }: HealthRow) => check(seenOf(name));
const isGated = ({ name, held }: (typeof gated)[number]) => expect(plans.get(name)).toHaveLength(held);

test.each(holding("health", rows))("health of sites is shown whole, or not at all: %s", holds(isShown));

test.each(failing("health", rows))("open, %s: %s", stillFails(isShown));

test.each(holding("gates", gated))(
  "the health of a site holds its changes back, and no others: %s",
  holds(isGated),
);

test.each(failing("gates", gated))("open, %s: %s", stillFails(isGated));
