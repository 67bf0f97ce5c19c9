/** What requests are sent to: the interfaces of the specification, or the one of a description. */

/** The simulated interfaces that speak HTTP. Each has a listener of its own. */
export type InterfaceName = (typeof interfaceNames)[number];

/** The simulated interfaces, in the order in which they are shown. */
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

/** All simulated interfaces: NETCONF speaks over SSH. */
export type SimulatedName = InterfaceName | "netconf";

/** All simulated interfaces, in the order in which they are shown. */
export const simulatedNames: readonly SimulatedName[] = [
  ...interfaceNames.slice(0, 4),
  "netconf",
  ...interfaceNames.slice(4),
];

/** What HTTP requests are sent to. */
export type HttpName = InterfaceName | "openapi";

/** All that requests are sent to. */
export type ServedName = SimulatedName | "openapi";

/** All of them, in the order in which they are shown. */
export const servedNames: readonly ServedName[] = [...simulatedNames, "openapi"];
