/** The simulator's routers in the mode `rfc8040`, reached over HTTP. */

import type { Json } from "../../src/model/json.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { type Received, router, type Sent, simulator, yang } from "./served.ts";

export const data = "/restconf/data";
export const native = `${data}/Vendor-native:native`;

/** Returns the path of a port inside the container. */
export const portIn = (container: string, number: number) =>
  `${container}/interface/GigabitEthernet=1%2F0%2F${number}`;

/** Returns a port in the form that a body has. */
export const entry = (number: number, more: object = {}): Json => ({
  "Vendor-native:GigabitEthernet": [{ name: `1/0/${number}`, ...more }],
});

/** Serves the routers. `mode` resets them with other settings of the simulator. */
export function rfc8040Routers() {
  const { call, edit, reset } = simulator();
  return {
    call,
    edit,
    mode: (settings: Partial<SimulatorSettings> = {}): void =>
      reset({ restconfMode: "rfc8040", ...settings }),
    send: (method: string, path: string, sent: Sent = {}): Promise<Received> =>
      call("restconf", path, { ...sent, method, headers: { ...router, ...yang, ...sent.headers } }),
  };
}
