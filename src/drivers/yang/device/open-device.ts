/**
 * Opens device sessions. The interface's own session is wrapped by a session that hides secrets, and by a session for
 * the kinds of a mapping.
 */

import { Stage } from "../../../kept/kept.ts";
import type { Dialect, OpenSessionOptions, Session } from "../../contract/contract.ts";
import { LiveSecrets } from "../../contract/live-secrets.ts";
import { opening, secretWire } from "../../hiding/stand-ins.ts";
import { unforged } from "../../hiding/unforged.ts";
import { mappedSession } from "./mapping/session.ts";
import type { DeviceModel } from "./model.ts";
import { secretSession } from "./secrets/secret-session.ts";

/**
 * Returns a function that opens an interface's sessions with `open`, and hides all secrets in their replies and writes.
 */
export function openingDevices<D extends Dialect & DeviceModel>(
  open: (options: OpenSessionOptions<D>) => Session,
): (options: OpenSessionOptions<D>) => Session {
  const devices = new Stage<D>();
  return (options) => {
    const { dialect, wire, secret, shown, target, kept, live = new LiveSecrets() } = options;
    const { mapping } = dialect;
    const key = { place: target.name, from: [dialect] };
    const device = devices.of(kept, key, () => ({ ...dialect, mapping: undefined }));
    const openStandIn = opening(secret, (name) => live.open(name));
    const own = open({ ...options, dialect: device, live, wire: secretWire(wire, openStandIn) });
    const hiding = secretSession(own, { target: target.name, device, live, shown, open: openStandIn, kept });
    return unforged(mapping ? mappedSession(hiding, { mapping, device }) : hiding);
  };
}
