/** The fabric of the built-in company: 25 tenants. The first tenants contain networks. */

import type { ManagedObjectSeed } from "../fabric/state.ts";

const tenants: readonly (readonly [string, string])[] = [
  ["Production", "production workloads"],
  ["Staging", "release candidates"],
  ["Development", "development and build"],
  ["Shared", "shared infrastructure"],
  ["Finance", "finance and controlling"],
  ["HumanResources", "people and payroll"],
  ["Sales", "sales and orders"],
  ["Marketing", "web and campaigns"],
  ["Logistics", "warehouses"],
  ["Manufacturing", "plants and their machines"],
  ["Research", "research clusters"],
  ["Analytics", "data lake"],
  ["Backup", "backup and archive"],
  ["Voice", "telephony"],
  ["Video", "conference rooms"],
  ["Partners", "partner access"],
  ["Guests", "guest access"],
  ["Security", "inspection and logs"],
  ["Laboratory", "network laboratory"],
  ["DisasterRecovery", "second data centre"],
  ["Procurement", "suppliers and contracts"],
  ["Legal", "contracts and archive"],
  ["Telemetry", "measurements"],
  ["Training", "class rooms"],
  ["Facilities", "buildings and their sensors"],
];

/** The managed objects by path. */
export const managedObjects: Readonly<Record<string, ManagedObjectSeed>> = Object.fromEntries(
  tenants.flatMap(([name, description], at) => tenant(name, description, at < 4)),
);

function tenant(name: string, description: string, withNetworks: boolean): [string, ManagedObjectSeed][] {
  const path = `uni/tn-${name}`;
  const own: [string, ManagedObjectSeed] = [path, { class: "fvTenant", attributes: { name, description } }];
  if (!withNetworks) return [own];
  return [
    own,
    [
      `${path}/ctx-main`,
      { class: "fvCtx", attributes: { name: "main", description: "main routing domain" } },
    ],
    [`${path}/BD-servers`, { class: "fvBD", attributes: { name: "servers", mtu: "9000" } }],
    [`${path}/ap-web`, { class: "fvAp", attributes: { name: "web" } }],
  ];
}
