/**
 * Names of what a request can reach: the simulated interfaces, or the only interface of a served OpenAPI description.
 */

/** The simulated interfaces that speak HTTP. Each has a listener of its own. */
export type InterfaceName = (typeof interfaceNames)[number];

/** The simulated HTTP interfaces, in display order. */
export const interfaceNames = [
  "dashboard",
  "controller",
  "fabric",
  "restconf",
  "messaging",
  "servers",
  "sdwan",
  "firewall",
] as const;

/** The names of all simulated interfaces. NETCONF uses SSH, and the others use HTTP. */
export type SimulatedName = InterfaceName | "netconf";

/** All simulated interfaces, in display order. */
export const simulatedNames: readonly SimulatedName[] = [
  ...interfaceNames.slice(0, 4),
  "netconf",
  ...interfaceNames.slice(4),
];

/** What an HTTP request can reach. */
export type HttpName = InterfaceName | "openapi";

/** What any request can reach. */
export type ServedName = SimulatedName | "openapi";

/** What any request can reach, in display order. */
export const servedNames: readonly ServedName[] = [...simulatedNames, "openapi"];
