/** The kind `ssid` where a product has modes for it: who may join, how it is encrypted, where clients get addresses. */

import { z } from "zod";
import { isObject, type Json } from "../../../model/json.ts";
import type { KindProblem } from "../../../model/problem.ts";
import type { Kind } from "../../contract.ts";
import { ssid, ssidSchema } from "./ssid.ts";

const joining = [
  "open",
  "open-enhanced",
  "open-with-radius",
  "open-with-nac",
  "psk",
  "8021x-meraki",
  "8021x-nac",
  "8021x-radius",
  "8021x-google",
  "8021x-localradius",
  "ipsk-with-radius",
  "ipsk-without-radius",
  "ipsk-with-nac",
];
const encryption = [
  "WPA1 only",
  "WPA1 and WPA2",
  "WPA2 only",
  "WPA3 Transition Mode",
  "WPA3 only",
  "WPA3 192-bit Security",
];
const tagging = ["Bridge mode", "Layer 3 roaming"];
const addressing = [
  ...tagging,
  "NAT mode",
  "Layer 3 roaming with a concentrator",
  "VPN",
  "Ethernet over GRE",
];

/**
 * An SSID with modes. What is declared implies the rest: an SSID that is declared is on; a password means `psk` with
 * `wpa`; a VLAN means that clients are bridged into it.
 */
export const ssidWithModes: Kind = {
  ...ssid,
  schema: ssidSchema
    .extend({
      enabled: z.boolean().optional().describe("Whether it is on. Default: true."),
      visible: z.boolean().optional().describe("Whether access points show its name."),
      authMode: z.enum(joining).optional().describe("Who may join. With a password: psk."),
      encryptionMode: z.enum(["wpa", "wep"]).optional().describe("Encryption with psk. Default: wpa."),
      wpaEncryptionMode: z.enum(encryption).optional().describe("Which WPA."),
      ipAssignmentMode: z
        .enum(addressing)
        .optional()
        .describe("Where clients get addresses. With a vlan: Bridge mode."),
    })
    .describe("A wireless network, by its number."),
  collection: { ...ssid.collection, where: { field: "productTypes", lists: "wireless" } },
  canonical: withImplied,
  check: ({ value }) => faults(value),
};

/** Total: a value that is no map stays as it is. A live SSID shows all of these, so that nothing is added to it. */
function withImplied(value: Json): Json {
  if (!isObject(value)) return value;
  const authMode = value.authMode ?? (value.password === undefined ? undefined : "psk");
  return {
    enabled: true,
    ...value,
    ...(authMode !== undefined && { authMode }),
    ...(authMode === "psk" && { encryptionMode: value.encryptionMode ?? "wpa" }),
    ...(value.vlan !== undefined && { ipAssignmentMode: value.ipAssignmentMode ?? "Bridge mode" }),
  };
}

function faults(value: Json): readonly KindProblem[] {
  if (!isObject(value)) return [];
  const { authMode, password, encryptionMode, vlan, ipAssignmentMode } = value;
  const found: KindProblem[] = [];
  if (authMode !== "psk" && authMode !== undefined && (password ?? encryptionMode) !== undefined)
    found.push(unfit(password === undefined ? "/encryptionMode" : "/password", "authMode: psk"));
  if (vlan !== undefined && !tagging.some((mode) => mode === ipAssignmentMode))
    found.push(unfit("/vlan", `ipAssignmentMode: ${tagging.join(" or ")}`));
  return found;
}

function unfit(path: string, needs: string): KindProblem {
  const message = `\`${path.slice(1)}\` counts only with ${needs}`;
  return { path, code: "unfit-mode", message, hint: "Take one of the two out." };
}
