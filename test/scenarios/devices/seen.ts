/** What tests of devices look at after an apply: how its steps ended, and what a device has. */

import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";

type Applied = Awaited<ReturnType<Stage["apply"]>>;

/** The container that devices have. */
export const native = "Vendor-native:native";

/** The states of all steps. */
export const states = ({ settled }: Applied) => settled.map(({ outcome }) => outcome.state);

/** The same, with the problem's code for each that has one. */
export const outcomes = ({ settled }: Applied) =>
  settled.map(({ outcome }) => ("problem" in outcome ? outcome.problem.code : outcome.state));

/** What a device has in a container. */
export const containerOf = ({ network }: Stage, host: string, container = native): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, `/${container}`);
