/** The destinations of requests: the simulated interfaces, or the one interface of a served OpenAPI description. */

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

/** The names of all simulated interfaces. NETCONF uses SSH, the others HTTP. */
export type SimulatedName = InterfaceName | "netconf";

/** All simulated interfaces, in display order. */
export const simulatedNames: readonly SimulatedName[] = [
  ...interfaceNames.slice(0, 4),
  "netconf",
  ...interfaceNames.slice(4),
];

/** The destinations of HTTP requests. */
export type HttpName = InterfaceName | "openapi";

/** All destinations of requests. */
export type ServedName = SimulatedName | "openapi";

/** All destinations of requests, in display order. */
export const servedNames: readonly ServedName[] = [...simulatedNames, "openapi"];
