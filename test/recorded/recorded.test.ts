/** Answers of products that others have recorded are imported, planned, and changed once. */

import { expect, test } from "vitest";
import apic from "./answers/apic.json" with { type: "json" };
import campus from "./answers/catalyst-center.json" with { type: "json" };
import fmc from "./answers/fmc.json" with { type: "json" };
import intersight from "./answers/intersight.json" with { type: "json" };
import webex from "./answers/webex.json" with { type: "json" };
import { ApicTree } from "./apic-tree.ts";
import { campusAnswering, fmcHabits, intersightHabits, webexHabits } from "./habits.ts";
import { appliedWith, type Edit, importedFrom } from "./imported.ts";
import { RecordLists } from "./record-lists.ts";
import type { Answering } from "./served.ts";

const byPassword = "credential: { username: operator, password: { secret: env:PW } }";
const byToken = "credential: { token: { secret: env:PW } }";

/** A recording, a change to the declarations that were imported from it, and the expected writes. */
interface Case {
  readonly name: string;
  readonly target: string;
  readonly answering: () => Answering;
  readonly args?: readonly string[];
  readonly edit: Edit;
  readonly sent: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
}

const recordings: readonly Case[] = [
  {
    name: "APIC",
    target: `interface: fabric\n    dialect: apic\n    ${byPassword}`,
    answering: () => {
      const tree = new ApicTree(apic.tenants);
      return (asked) => tree.answer(asked);
    },
    edit: {
      from: "{ ip: 192.168.120.1/22, control: [] }",
      to: "{ ip: 192.168.120.1/22, scope: [public], control: [] }",
    },
    sent: [
      {
        method: "POST",
        path: "/api/mo/uni/tn-Alpha/BD-Bd_Land.json",
        body: {
          fvBD: {
            attributes: { status: "modified" },
            children: ["10.1.120.1/22", "192.168.120.1/22"].map((ip) => ({
              fvSubnet: {
                attributes: { ip, scope: "public", ctrl: "", descr: "", preferred: "no", virtual: "no" },
              },
            })),
          },
        },
      },
    ],
  },
  {
    name: "FMC",
    target: `interface: firewall\n    dialect: fmc\n    ${byPassword}`,
    answering: () => answersOf(new RecordLists(fmc.lists, fmcHabits(fmc.domain))),
    edit: { from: "value: 192.168.5.10", to: "value: 192.168.5.20" },
    sent: [
      {
        method: "PUT",
        path: `/api/fmc_config/v1/domain/${fmc.domain}/object/hosts/005056BB-0B24-0ed3-0000-880468480478`,
        body: {
          id: "005056BB-0B24-0ed3-0000-880468480478",
          name: "NET_VPN_EAST",
          description: "VPN concentrator in Baltimore",
          value: "192.168.5.20",
          overridable: false,
        },
      },
    ],
  },
  {
    name: "Webex",
    target: `interface: messaging\n    dialect: webex\n    ${byToken}`,
    answering: () => answersOf(new RecordLists(webex.lists, webexHabits)),
    edit: { from: "name: Lab Room\n    locked: false", to: "name: Lab Room One\n    locked: false" },
    sent: [
      {
        method: "PUT",
        path: "/v1/rooms/Y2lzY29zcGFyazovL3VzL1JPT00vNjJmZTcwMjAtMGZhMy0xMWViLWJkNGYtZDFmYjZhYTE2Nzc0",
        body: { title: "Lab Room One" },
      },
    ],
  },
  {
    name: "Intersight",
    target: `interface: servers\n    dialect: intersight\n    ${byToken}`,
    answering: () => answersOf(new RecordLists(intersight.lists, intersightHabits)),
    edit: {
      from: 'name: Lab-Development\n      description: ""',
      to: "name: Lab-Development\n      description: made in Git",
    },
    sent: [
      {
        method: "PATCH",
        path: "/api/v1/server/ProfileTemplates/0f52d0faf388b11cc70c2011",
        body: { Description: "made in Git" },
      },
    ],
  },
  {
    name: "Catalyst Center",
    target: `interface: controller\n    dialect: catalyst-center\n    ${byPassword}`,
    answering: () => campusAnswering(campus),
    edit: { from: "Chennai_VN4]", to: "Chennai_VN5]" },
    args: [
      "--kinds",
      "area",
      "building",
      "l3VirtualNetwork",
      "extranetPolicy",
      "transitNetwork",
      "cliCredential",
      "user",
      "role",
      "--secrets",
    ],
    sent: [
      {
        method: "PUT",
        path: "/dna/intent/api/v1/sda/extranetPolicies",
        body: [
          {
            id: "35faacb8-6b74-4dae-bb29-55313c1a9ba3",
            extranetPolicyName: "Test_1",
            fabricIds: [],
            providerVirtualNetworkName: "Chennai_VN1",
            subscriberVirtualNetworkNames: ["Chennai_VN10", "Chennai_VN5"],
          },
        ],
      },
    ],
  },
];

function answersOf(lists: RecordLists): Answering {
  return (asked) => lists.answer(asked);
}

test.each(recordings)("what $name showed is imported, planned empty, and changed once", async (of) => {
  const on = await importedFrom({ target: of.target, answering: of.answering(), args: of.args });
  const loop = await appliedWith(of.edit, on);
  expect([loop.first.status, loop.before], "the first apply writes nothing").toEqual([0, 0]);
  expect(loop.planned.status, loop.planned.out + loop.planned.err).toBe(2);
  expect(loop.second.status, loop.second.out + loop.second.err).toBe(0);
  expect(loop.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual(of.sent);
  expect(loop.afterwards.status, loop.afterwards.out).toBe(0);
});
