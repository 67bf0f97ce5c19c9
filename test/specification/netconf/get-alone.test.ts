/**
 * A NETCONF device that supports only `<get>`, as the specification shows it. It is imported, checked, and planned with
 * exclusive ownership.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { plannedOf, planOf } from "../plan.ts";
import { type Ended, project, type TargetEntry } from "../project.ts";
import type { Fields } from "../servers/http.ts";
import { vendor } from "./device.ts";
import { type ListeningDevice, listenNetconf } from "./server.ts";
import { type Element, element } from "./xml.ts";

const leaf = (name: string, text: string) => element(name, vendor, text);
const node = (name: string, ...children: readonly Element[]) => element(name, vendor, children);

const config = [
  node(
    "native",
    leaf("hostname", "r1"),
    node("interface", node("GigabitEthernet", leaf("name", "1/0/1"), leaf("description", "uplink"))),
    node("logging", leaf("level", "informational")),
  ),
];
const state = [node("native", node("logging", leaf("messages-dropped", "17")))];
const host = "127.0.0.1";
const logging = "/Vendor-native:native/logging";
const exclusive = { ownership: "exclusive", config: { [logging]: { level: "informational" } } };

let servers: readonly ListeningDevice[];
let ends: Readonly<Record<"checked" | "imported" | "planned" | "plannedReadOnly" | "plannedConfig", Ended>>;

function targetOf({ port, hostKey }: ListeningDevice, settings: Fields): TargetEntry {
  const keys = { [`${host}:${port}`]: hostKey };
  const url = `ssh://{host}:${port}`;
  return { interface: "netconf", url, hosts: ["127.0.0.0/8"], settings: { hostKeys: keys, ...settings } };
}

beforeAll(async () => {
  const device = await listenNetconf({ config, state, reads: ["get"] });
  servers = [device];
  const declaring = (settings: Fields, declared: Fields) =>
    project({ t: targetOf(device, settings) }, { t: { devices: { r1: { host, ...declared } } } });
  const bare = declaring({ read: "get" }, {});
  const whole = declaring({ read: "get" }, exclusive);
  const readOnly = [`${logging}/messages-dropped`];
  const told = declaring({ read: "get", readOnly }, exclusive);
  const alone = declaring({ read: "get-config" }, exclusive);
  ends = {
    checked: await whole.trueup(["check"]),
    imported: await bare.trueup(["import", "t", "--host", host, "--dry-run"]),
    planned: await whole.trueup(["plan", "--format", "json"]),
    plannedReadOnly: await told.trueup(["plan", "--format", "json"]),
    plannedConfig: await alone.trueup(["plan", "--format", "json"]),
  };
  return () => {
    for (const each of [bare, whole, told, alone]) each.remove();
    for (const each of servers) each.close();
  };
});

describe("a NETCONF device that serves <get> alone", () => {
  test("is checked", () => {
    expect(ends.checked.out + ends.checked.err).not.toContain("not-supported");
    expect(ends.checked.status).toBe(0);
  });

  test("is imported, and it is said that its state came along", () => {
    expect(ends.imported.err).toContain("together with state data");
    expect(ends.imported.out + ends.imported.err).toContain("1 device hostname, 1 device interface");
    expect(ends.imported.status).toBe(0);
  });

  test("is planned where something is exclusive; what may be state is shown, with what to do", () => {
    expect(ends.planned.err).toContain("settings.readOnly");
    expect(plannedOf(planOf(ends.planned), "t")).toMatchObject({ unknown: {}, creates: [], removes: [] });
  });

  test("is as declared once its state is listed in settings.readOnly", () => {
    const plan = plannedOf(planOf(ends.plannedReadOnly), "t");
    expect(plan).toEqual({ creates: [], updates: [], removes: [], unwritable: [], unknown: {} });
  });

  test("is unknown where its configuration alone is asked for, with the setting that helps", () => {
    expect(Object.values(plannedOf(planOf(ends.plannedConfig), "t").unknown).join()).toContain(
      "settings.read",
    );
  });
});
