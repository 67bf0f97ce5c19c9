/** Lock-out from a fabric, for any kind. It is found by the object paths that the fabric's catalog names. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    settings: { removals: [tenant] }
`;

const tenants = ["mgmt", "Shop"].map((name) => ({
  fvTenant: { attributes: { dn: `uni/tn-${name}`, name, descr: "", nameAlias: "" } },
}));
const login = { aaaLogin: { attributes: { token: "session", refreshTimeoutSeconds: "600" } } };

/** Returns an APIC that has an object of the given class at each of these paths. */
function apic(live: Readonly<Record<string, string>>): Wire {
  const nameOf = (dn: string) => dn.slice(dn.lastIndexOf("-") + 1);
  const shown = Object.entries(live).map(
    ([dn, name]) => [dn, { [name]: { attributes: { dn, name: nameOf(dn) } } }] as const,
  );
  const inside = (parent: string, name: string | null) =>
    shown.filter(([dn, each]) => name && each[name] && dn.slice(0, dn.lastIndexOf("/")) === parent);
  const answer = (imdata: readonly JsonObject[]) =>
    json(200, { totalCount: String(imdata.length), imdata: [...imdata] });
  return {
    send: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname.startsWith("/api/aaa")) return answer([login]);
      if (pathname.includes("/class/fvTenant")) return answer(tenants);
      const path = pathname.replace(/^\/api\/mo\/|\.json$/g, "");
      if (searchParams.has("query-target"))
        return answer(inside(path, searchParams.get("target-subtree-class")).map(([, each]) => each));
      return answer(shown.filter(([dn]) => dn === decodeURIComponent(path)).map(([, each]) => each));
    },
  };
}

/** Returns the findings of the guards for a change from the live objects to the declaration. */
async function found(declared: string, live: Readonly<Record<string, string>>, base?: string) {
  const set = stage({
    project,
    files: { "a.yaml": `target: dc\n${declared}` },
    between: () => apic(live),
  });
  const was = base === undefined ? {} : { base: set.load({ "a.yaml": `target: dc\n${base}` }), prune: true };
  const { plan } = await set.plan(was);
  expect(plan.unknown).toEqual([]);
  return { guards: plan.guards, steps: plan.steps.length, consent: `lockout@${plan.fingerprint}` };
}

const object = (dn: string, name: string, attributes = "descr: other") =>
  `managedObjects: { "${dn}": { class: ${name}, attributes: { ${attributes} } } }\n`;

describe("the lock-out guard asks for a consent before", () => {
  test.each([
    ["a local user", "uni/userext/user-automation", "aaaUser", "users and logins"],
    ["the default login", "uni/userext/authrealm/defaultauth", "aaaDefaultAuth", "users and logins"],
    ["a login domain", "uni/userext/logindomain-corp/domainauth", "aaaDomainAuth", "users and logins"],
    ["HTTPS to the APIC", "uni/fabric/comm-default/https", "commHttps", "management access"],
    [
      "the interface that the APIC prefers",
      "uni/fabric/connectivityPrefs",
      "mgmtConnectivityPrefs",
      "management interface of the APIC",
    ],
    [
      "a contract for out-of-band management",
      "uni/tn-common/oobbrc-admin",
      "vzOOBBrCP",
      "contracts of the management EPGs",
    ],
  ])("%s is changed", async (_, dn, name, what) => {
    const { guards, consent } = await found(object(dn, name), { [dn]: name });
    expect(guards).toEqual([
      {
        guard: "lockout",
        message: `users or devices could be locked out, because this plan changes: ${what}`,
        addresses: [`dc/managedObject/${dn}`],
        hint: `If that is intended, add: --allow ${consent}`,
        consent,
      },
    ]);
  });

  test.each([
    [
      "the address of a node is set",
      "uni/tn-mgmt/mgmtp-default/oob-default/rsooBStNode-[topology/pod-1/node-1]",
      "mgmtRsOoBStNode",
      "management addresses",
    ],
    [
      "management gets a contract that it did not have",
      "uni/tn-mgmt/mgmtp-default/oob-default/rsooBProv-admin",
      "mgmtRsOoBProv",
      "management EPGs",
    ],
    [
      "who may reach management is told for the first time",
      "uni/tn-mgmt/extmgmt-default/instp-admins",
      "mgmtInstP",
      "who may reach the management EPGs",
    ],
  ])("%s", async (_, dn, name, what) => {
    const parents = [...dn.matchAll(/\/(?![^[]*\])/g)].slice(1).map(({ index }) => dn.slice(0, index));
    const live = Object.fromEntries(parents.map((each) => [each, "mgmtAny"]));
    const { guards } = await found(object(dn, name), live);
    expect(guards).toMatchObject([{ guard: "lockout", message: expect.stringContaining(what) }]);
  });

  test("a user is removed", async () => {
    const user = "uni/userext/user-automation";
    const { guards } = await found("", { [user]: "aaaUser" }, object(user, "aaaUser"));
    expect(guards).toMatchObject([{ guard: "lockout", addresses: [`dc/managedObject/${user}`] }]);
  });

  test("a filter of the tenant mgmt is changed, which is declared by a kind of its own", async () => {
    const filter = "tenants: { mgmt: { filters: { admin: { description: other } } } }\n";
    const { guards } = await found(filter, { "uni/tn-mgmt/flt-admin": "vzFilter" });
    expect(guards).toMatchObject([{ guard: "lockout", addresses: ["dc/filter/mgmt.admin"] }]);
  });
});

describe("the lock-out guard lets pass", () => {
  test("a new user", async () => {
    const made = await found(object("uni/userext/user-new", "aaaUser"), { "uni/userext": "aaaUserEp" });
    expect(made).toMatchObject({ steps: 1, guards: [] });
  });

  test("a filter of another tenant, and an object whose name only looks like one of those", async () => {
    const filter = "tenants: { Shop: { filters: { admin: { description: other } } } }\n";
    const live = { "uni/tn-Shop/flt-admin": "vzFilter", "uni/tn-Shop": "fvTenant" };
    const other = "uni/tn-Shop/ap-userext";
    const both = await found(filter + object(other, "fvAp"), { ...live, [other]: "fvAp" });
    expect(both).toMatchObject({ steps: 2, guards: [] });
  });
});
