/** The mode of each simulated interface: neutral, or the style of a product. */

/** The modes of the interfaces that have several. */
export interface ModeSettings {
  readonly dashboardMode: "neutral" | "meraki";
  readonly controllerMode: "neutral" | "catalyst-center";
  readonly fabricMode: "neutral" | "apic";
  readonly messagingMode: "neutral" | "webex";
  readonly serversMode: "neutral" | "intersight";
  readonly restconfMode: "neutral" | "rfc8040";
  readonly sdwanMode: "neutral" | "vmanage";
  readonly firewallMode: "neutral" | "fmc";
}

/** The neutral modes, which imitate no product. */
export const neutralModes: ModeSettings = {
  dashboardMode: "neutral",
  controllerMode: "neutral",
  fabricMode: "neutral",
  messagingMode: "neutral",
  serversMode: "neutral",
  restconfMode: "neutral",
  sdwanMode: "neutral",
  firewallMode: "neutral",
};
