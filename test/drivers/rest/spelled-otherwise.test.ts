/** If a name or address differs from the declared one only in spelling, this is no change. */

import { expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
`;

/** Plans a declared policy object that exists with these live values. */
async function planned(declared: string, live: { readonly [name: string]: Json }) {
  const wire: Wire = {
    send: async ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/api/v1/organizations") return json(200, [{ id: "1", name: "Acme" }]);
      return json(200, pathname.endsWith("/7") ? live : [live]);
    },
  };
  const files = {
    "a.yaml": `target: cloud\norganization: Acme\npolicyObjects: { server: { ${declared} } }\n`,
  };
  const { plan } = await stage({ project, files, between: () => wire }).plan({});
  return {
    steps: plan.steps.map(({ operation }) => operation),
    unwritable: plan.unwritable.map(({ reason }) => reason),
  };
}

const live = { id: "7", name: "Server", category: "network", type: "cidr", cidr: "2001:db8::/32" };

test("a name with a blank at its end, and an address in another spelling", async () => {
  const declared = 'name: "Server ", category: network, type: cidr, cidr: "2001:DB8:0::/32"';
  expect(await planned(declared, live)).toEqual({ steps: [], unwritable: [] });
});

test("another name, and another address, are other ones", async () => {
  const other = 'name: "Server", category: network, type: cidr, cidr: "2001:db9::/32"';
  expect(await planned(other, live)).toEqual({ steps: ["update"], unwritable: [] });
  const name = 'name: "Printer", category: network, type: cidr, cidr: "2001:db8::/32"';
  expect(await planned(name, live)).toEqual({ steps: ["create"], unwritable: [] });
});
