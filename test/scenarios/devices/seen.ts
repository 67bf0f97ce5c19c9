/** For tests of devices after an apply: the outcomes of its steps, and a device's content. */

import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";

type Applied = Awaited<ReturnType<Stage["apply"]>>;

/** The top-level container of the devices. */
export const native = "Vendor-native:native";

/** Returns the states of all steps. */
export const states = ({ settled }: Applied) => settled.map(({ outcome }) => outcome.state);

/** Returns the state of each step, or the code of its problem if there is one. */
export const outcomes = ({ settled }: Applied) =>
  settled.map(({ outcome }) => ("problem" in outcome ? outcome.problem.code : outcome.state));

/** Returns the content of a device's container, or undefined if there is none. */
export const containerOf = ({ network }: Stage, host: string, container = native): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, `/${container}`);
