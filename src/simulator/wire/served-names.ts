/** What requests are sent to: the interfaces of the specification, or the one of a description. */

import { type InterfaceName, type SimulatedName, simulatedNames } from "./settings.ts";

/** What HTTP requests are sent to. */
export type HttpName = InterfaceName | "openapi";

/** All that requests are sent to. */
export type ServedName = SimulatedName | "openapi";

/** All of them, in the order in which they are shown. */
export const servedNames: readonly ServedName[] = [...simulatedNames, "openapi"];
