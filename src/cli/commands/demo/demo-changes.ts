/**
 * Changes a simulated network every few seconds, like a person by hand, so that the server of a demo has changes to
 * notice.
 */

import { clock } from "../../../runtime/clock.ts";
import type { LiveChange } from "../../../simulator/live-change.ts";
import type { RunningSimulator } from "../../../simulator/serve.ts";
import { postChange } from "./demo-scenes.ts";

/** A manual change, described in words. Each repetition of the change uses the next value. */
interface HandChange {
  readonly what: string;
  readonly values: readonly LiveChange[];
}

const berlin = { interface: "dashboard", network: "Berlin Office" } as const;
const hostname = {
  interface: "restconf",
  host: "10.20.0.1",
  path: "Vendor-native:native/hostname",
} as const;

/**
 * The changes, which are made in this order and then repeated. Later changes are larger, such as those of an SSID or a
 * room.
 */
const byHand: readonly HandChange[] = [
  {
    what: "changed the time zone of Berlin Office",
    values: [
      { ...berlin, set: { timeZone: "Europe/London" } },
      { ...berlin, set: { timeZone: "America/New_York" } },
    ],
  },
  {
    what: "changed the host name of a router",
    values: [
      { ...hostname, value: "router" },
      { ...hostname, value: "new-router" },
    ],
  },
  {
    what: "changed the moderators of the room Leipzig Office",
    values: [
      {
        interface: "messaging",
        room: "Leipzig Office",
        member: "engineer-02@acme.example.net",
        set: { moderator: true },
      },
    ],
  },
  {
    what: "changed the tags of Munich Office",
    values: [
      { interface: "dashboard", network: "Munich Office", set: { tags: ["branch"] } },
      { interface: "dashboard", network: "Munich Office", set: { tags: ["branch", "emea", "event"] } },
    ],
  },
  {
    what: "changed the guest VLAN of Berlin Office",
    values: [
      { ...berlin, ssid: 1, set: { vlan: 90 } },
      { ...berlin, ssid: 1, set: { vlan: 1 } },
    ],
  },
  {
    what: "changed the VLAN of Hamburg Office",
    values: [
      { interface: "dashboard", network: "Hamburg Office", ssid: 0, set: { vlan: 21 } },
      { interface: "dashboard", network: "Hamburg Office", ssid: 0, set: { vlan: 22 } },
    ],
  },
  {
    what: "changed the time zone of Nice Office",
    values: [
      { interface: "dashboard", network: "Nice Office", set: { timeZone: "Europe/Rome" } },
      { interface: "dashboard", network: "Nice Office", set: { timeZone: "Europe/London" } },
    ],
  },
  {
    what: "removed the room Incidents",
    values: [{ interface: "messaging", room: "Incidents", remove: true }],
  },
];

/** The time between changes. */
const everyMs = 5000;

/** Makes one change after another until the signal is aborted. Skips changes to missing resources. */
export async function changesByHand(
  simulator: RunningSimulator,
  { print, signal }: { readonly print: (text: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    await clock.wait(everyMs, signal).catch(() => undefined);
    const { what, values } = byHand[count % byHand.length] ?? { what: "", values: [] };
    const change = values[Math.floor(count / byHand.length) % Math.max(1, values.length)];
    if (signal.aborted || !change) return;
    const time = clock.date().slice(11, 19);
    const isDone = await postChange(simulator, change).then(
      () => true,
      () => false,
    );
    if (isDone) print(`${time} UTC  Somebody has ${what}.\n`);
  }
}
