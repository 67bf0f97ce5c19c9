/** The 15 SSIDs of a network: they always exist, and cannot be created or removed. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState, SimNetwork, SimSsid } from "../state.ts";
import { notFound, onNetwork, shows, wrong } from "./answers.ts";
import { defined, faultsOf, productsOf } from "./networks.ts";

const slots = 15;
const bridged: readonly string[] = ["Bridge mode", "Layer 3 roaming"];

const body = z
  .object({
    name: z.string().min(1).max(32),
    enabled: z.boolean(),
    authMode: z.enum([
      "open",
      "open-enhanced",
      "psk",
      "open-with-radius",
      "8021x-meraki",
      "8021x-radius",
      "8021x-nac",
    ]),
    encryptionMode: z.enum(["wep", "wpa"]),
    wpaEncryptionMode: z.enum([
      "WPA1 only",
      "WPA1 and WPA2",
      "WPA2 only",
      "WPA3 Transition Mode",
      "WPA3 only",
      "WPA3 192-bit Security",
    ]),
    psk: z.string().min(8),
    ipAssignmentMode: z.enum([
      "NAT mode",
      "Bridge mode",
      "Layer 3 roaming",
      "Layer 3 roaming with a concentrator",
      "VPN",
      "Ethernet over GRE",
    ]),
    useVlanTagging: z.boolean(),
    defaultVlanId: z.int().min(1).max(4094),
    vlanId: z.int().min(1).max(4094),
    visible: z.boolean(),
    minBitrate: z.number(),
    bandSelection: z.string(),
  })
  .partial();

/** The routes of SSIDs. */
export const merakiSsidRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/networks/{networkId}/wireless/ssids", answer: onNetwork(list) },
  { method: "GET", path: "/api/v1/networks/{networkId}/wireless/ssids/{number}", answer: onNetwork(read) },
  { method: "PUT", path: "/api/v1/networks/{networkId}/wireless/ssids/{number}", answer: onNetwork(update) },
];

/** Returns the SSIDs of a network, one for each slot. */
export function ssidsOf(network: SimNetwork): readonly JsonObject[] {
  return Array.from({ length: slots }, (_, number) => record(number, network.ssids.get(number)));
}

function list(state: DashboardState, _call: Call, network: SimNetwork): Answer<DashboardState> {
  if (!isWireless(network)) return wrong(state, wirelessOnly);
  return { state, reply: json(200, ssidsOf(network)) };
}

function read(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const number = numberIn(call);
  if (!isWireless(network)) return wrong(state, wirelessOnly);
  return number === undefined ? notFound(state) : shows(state, record(number, network.ssids.get(number)));
}

function update(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const { networkId: id = "" } = call.parameters;
  const number = numberIn(call);
  if (!isWireless(network)) return wrong(state, wirelessOnly);
  if (number === undefined) return notFound(state);
  if (call.now < network.readyAt) return wrong(state, `Network ${id} is not ready`);
  const sent = body.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const before = network.ssids.get(number);
  const { psk = before?.password, ...fields } = sent.data;
  const { vlan: _, number: __, ...shown } = { ...record(number, before), ...defined(fields) };
  const refused = misfit(shown, sent.data, psk);
  if (refused !== undefined) return wrong(state, refused);
  const ssid = { fields: shown, ...(psk !== undefined && { password: psk }) };
  const changed = { ...network, ssids: withEntry(network.ssids, number, ssid) };
  return shows({ ...state, networks: withEntry(state.networks, id, changed) }, record(number, ssid));
}

const wirelessOnly = "This endpoint only supports wireless networks";

/** Returns the contradiction between fields after a change. Returns undefined if there is none. */
function misfit(after: JsonObject, sent: z.infer<typeof body>, psk: string | undefined): string | undefined {
  const mode = String(after.ipAssignmentMode);
  if (sent.psk !== undefined && after.authMode !== "psk") return "'psk' is only for the authMode 'psk'";
  if (after.authMode === "psk" && psk === undefined) return "'psk' is required for the authMode 'psk'";
  if (sent.defaultVlanId !== undefined && !bridged.includes(mode)) {
    return "'defaultVlanId' is only for Bridge mode and Layer 3 roaming";
  }
  if (sent.vlanId !== undefined && !["Layer 3 roaming with a concentrator", "VPN"].includes(mode)) {
    return "'vlanId' is only for Layer 3 roaming with a concentrator and VPN";
  }
  return undefined;
}

function isWireless(network: SimNetwork): boolean {
  return productsOf(network).includes("wireless");
}

function numberIn({ parameters }: Call): number | undefined {
  const { number = "" } = parameters;
  return /^\d{1,2}$/.test(number) && Number(number) < slots ? Number(number) : undefined;
}

/**
 * Returns a slot as it is shown. `vlan` and a password that were written in the neutral mode are converted to the form
 * of the mode `meraki`.
 */
function record(number: number, ssid: SimSsid | undefined): JsonObject {
  const { vlan, ...fields } = ssid?.fields ?? {};
  const neutral = ssid !== undefined && fields.authMode === undefined;
  const psk = ssid?.password !== undefined;
  const shown: JsonObject = {
    ...unconfigured(number),
    ...(neutral && { enabled: true, authMode: psk ? "psk" : "open" }),
    ...(neutral && psk && { encryptionMode: "wpa", wpaEncryptionMode: "WPA2 only" }),
    ...fields,
    ...(vlan !== undefined && { ipAssignmentMode: "Bridge mode", useVlanTagging: true, defaultVlanId: vlan }),
  };
  return String(shown.authMode).startsWith("8021x") ? { ...shown, encryptionMode: "wpa-eap" } : shown;
}

function unconfigured(number: number): JsonObject {
  return {
    number,
    name: `Unconfigured SSID ${number + 1}`,
    enabled: false,
    splashPage: "None",
    ssidAdminAccessible: false,
    authMode: "open",
    ipAssignmentMode: "NAT mode",
    minBitrate: 11,
    bandSelection: "Dual band operation",
    perClientBandwidthLimitUp: 0,
    perClientBandwidthLimitDown: 0,
    perSsidBandwidthLimitUp: 0,
    perSsidBandwidthLimitDown: 0,
    mandatoryDhcpEnabled: false,
    visible: true,
    availableOnAllAps: true,
    availabilityTags: [],
  };
}
