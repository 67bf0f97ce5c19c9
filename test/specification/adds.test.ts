/**
 * A resource is created only once. If it becomes visible later, it counts as "not there yet" and not as "different".
 */

import { expect, test } from "vitest";
import { fastClock } from "./clock.ts";
import { failing, holding, holds, stillFails } from "./rows.ts";
import { type ControllerSwitches, controller, device } from "./servers/controller.ts";
import { type DashboardSwitches, dashboard } from "./servers/dashboard.ts";
import { type StagedRow, staged, writesOf } from "./staged.ts";

/** Time passes eight times as fast for the command. */
const { env, now } = fastClock(8);
const limits = { requestsPerSecond: 1000, timeoutSeconds: 600 };
const address = "controllerDevice/sw";
const desired = { devices: { sw: { name: "sw-1", managementIpAddress: "10.0.0.1" } } };

const added = (
  name: string,
  adding: NonNullable<ControllerSwitches["adding"]>,
  check?: StagedRow["check"],
): StagedRow => ({
  name,
  reason: "POST adds a new device to the inventory; response shape omitted",
  subject: {
    served: controller({ devices: [device("other", "10.0.0.9")], adding, now }),
    target: { interface: "controller", limits },
    desired,
  },
  check: (seen) => {
    expect(writesOf(seen.applied).filter(({ path }) => path.endsWith("/network-device"))).toHaveLength(1);
    (check ?? isThere)(seen);
  },
});

/** The expected result of a row: the resource is applied, and is visible as declared. */
const isThere: StagedRow["check"] = ({ outcomes }) => expect(outcomes).toEqual({ [address]: "applied" });

/**
 * Returns a row for a dashboard whose devices can only be listed, because the specification's table has no other
 * operation for them.
 */
const listedOnly = (status: number, switches: DashboardSwitches = {}): StagedRow => ({
  name: `a device that can only be listed: ${status} for its update`,
  reason: "an assumed operation that the server does not have is told at once, and not taken for a lock",
  subject: {
    served: dashboard({
      devices: [{ serial: "SN1", name: "ap", model: "switch" }],
      instead: ({ method, path }) =>
        method === "PUT" && /\/devices\/SN1$/.test(path) ? { status } : undefined,
      ...switches,
    }),
    target: { interface: "dashboard", limits: { ...limits, lockSeconds: 10 } },
    desired: { organization: "Acme", devices: { ap: { serial: "SN1", name: "ap-1" } } },
  },
  check: ({ applied, outcomes, said }) => {
    expect(outcomes).toEqual({ "dashboardDevice/ap": "failed" });
    expect(said).not.toMatch(/lock/);
    expect(writesOf(applied)).toHaveLength(1);
  },
});

const rows: readonly StagedRow[] = [
  added("201 with the record", { status: 201, visibleAfterMs: 0 }),
  added("200 with an empty object", { status: 200, visibleAfterMs: 0, body: {} }),
  added("200 with a bare record", { status: 200, visibleAfterMs: 0, body: { id: "added-1", name: "sw-1" } }),
  added("202 with a task, visible at once", {
    status: 202,
    visibleAfterMs: 0,
    body: { response: { taskId: "t" } },
  }),
  added("202 with a task, visible 12 seconds later", {
    status: 202,
    visibleAfterMs: 12_000,
    body: { response: { taskId: "t" } },
  }),
  added("201 with the record, visible 12 seconds later", { status: 201, visibleAfterMs: 12_000 }),
  added(
    "202, and not visible for an hour",
    { status: 202, visibleAfterMs: 3_600_000, body: {} },
    ({ outcomes, said }) => {
      expect(outcomes).not.toEqual({ [address]: "applied" });
      expect(said).toMatch(/not there yet/);
      expect(said).not.toMatch(/not as declared|different/);
    },
  ),
  listedOnly(404),
  listedOnly(405),
];

const isTrue = staged(rows, { env });

test.each(holding("adds", rows))("what is written is written once, and told as it is: %s", holds(isTrue));

test.each(failing("adds", rows))("open, %s: %s", stillFails(isTrue));
