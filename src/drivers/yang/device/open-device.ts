/** Opens sessions of devices: the interface's own, with secrets hidden in it, and the kinds of a mapping around it. */

import type { Dialect, OpenSessionOptions, Session } from "../../contract/contract.ts";
import { LiveSecrets } from "../../contract/live-secrets.ts";
import { opening, secretWire } from "../../hiding/stand-ins.ts";
import { unforged } from "../../hiding/unforged.ts";
import { mappedSession } from "./mapping/session.ts";
import type { DeviceModel } from "./model.ts";
import { secretSession } from "./secrets/secret-session.ts";

/** Opens what an interface has for devices, `open`, so that no secret stands in what it says or is asked to write. */
export function openDevice<D extends Dialect & DeviceModel>(
  open: (options: OpenSessionOptions<D>) => Session,
  options: OpenSessionOptions<D>,
): Session {
  const { dialect, wire, secret, shown, target, live = new LiveSecrets() } = options;
  const { mapping } = dialect;
  const device: D = { ...dialect, mapping: undefined };
  const openStandIn = opening(secret, (name) => live.open(name));
  const own = open({ ...options, dialect: device, live, wire: secretWire(wire, openStandIn) });
  const hiding = secretSession(own, { target: target.name, device, live, shown, open: openStandIn });
  return unforged(mapping ? mappedSession(hiding, { mapping, device }) : hiding);
}
