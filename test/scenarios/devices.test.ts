import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { json, revealed, text } from "../servers/scripted-wire.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

interface Network {
  id: string;
  name: string;
}
interface Device {
  serial: string;
  networkId: string;
  tags?: readonly string[];
}

/** A dashboard with one organization, which behaves as docs/open-points.md assumes. */
class Dashboard implements Wire {
  readonly sent: string[] = [];
  readonly networks: Network[];
  readonly devices: Device[];
  /** Called first for each request. If it returns no reply, the dashboard itself answers. */
  first: (call: string) => WireReply | undefined = () => undefined;

  constructor(networks: readonly Network[], devices: readonly Device[]) {
    this.networks = networks.map((each) => ({ ...each }));
    this.devices = devices.map((each) => ({ ...each }));
  }

  send(request: Parameters<Wire["send"]>[0]): Promise<WireReply> {
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`;
    const body: Json = JSON.parse(JSON.stringify(revealed(request.body) ?? null));
    if (request.method !== "GET") this.sent.push(`${call} ${JSON.stringify(body)}`);
    return Promise.resolve(this.first(call) ?? this.#answer(call, Object(body)));
  }

  #answer(call: string, body: object): WireReply {
    if (call === "GET /organizations") return json(200, [{ id: "O1", name: "Acme" }]);
    if (call === "GET /organizations/O1/networks") return json(200, this.networks);
    if (call === "GET /organizations/O1/devices") return json(200, this.devices);
    if (call === "POST /organizations/O1/networks") {
      const made = { id: `N_${this.networks.length + 1}`, name: "", ...body };
      this.networks.push(made);
      return json(201, made);
    }
    const [method, id] = [call.slice(0, call.indexOf(" ")), call.slice(call.lastIndexOf("/") + 1)];
    const one = [...this.devices, ...this.networks].find(
      (each) => ("serial" in each ? each.serial : each.id) === id,
    );
    if (one === undefined) return text(404, "");
    if (method === "DELETE") {
      this.networks.splice(
        this.networks.findIndex(({ id: other }) => other === id),
        1,
      );
      return text(204, "");
    }
    return json(200, Object.assign(one, body));
  }
}

const berlin = { id: "N_1", name: "Berlin" };
const munich = { id: "N_2", name: "Munich" };
const device = { serial: "Q2-1", networkId: "N_2", tags: ["a"] };

function staged(dashboard: Dashboard, declared: string): Stage {
  const text = `target: cloud\norganization: Acme\n${declared}`;
  return stage({ files: { "desired-state/acme.yaml": text }, between: () => dashboard });
}

const both = "networks: { berlin: { name: Berlin }, munich: { name: Munich } }\n";
const inBerlin = "devices: { ap: { serial: Q2-1, network: berlin } }\n";

describe("a device of the dashboard", () => {
  test("is put into the network that its file names, and then nothing is left to do", async () => {
    const dashboard = new Dashboard([berlin, munich], [device]);
    const on = staged(dashboard, both + inBerlin);
    const made = await on.plan();
    expect(made.plan.changes).toMatchObject([
      { action: "update", differences: [{ path: "/network", desired: "berlin", live: "munich" }] },
    ]);
    await on.apply(made);
    expect(dashboard.sent).toEqual(['PUT /devices/Q2-1 {"networkId":"N_1"}']);
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("waits for its network where that is made by the same plan, and gets the id that it was given", async () => {
    const dashboard = new Dashboard([{ id: "N_9", name: "Other" }], [{ ...device, networkId: "N_9" }]);
    const on = staged(dashboard, `networks: { berlin: { name: Berlin } }\n${inBerlin}`);
    const made = await on.plan();
    expect(made.plan.steps.map(({ id, after }) => [id, after])).toEqual([
      ["create cloud/network/berlin", []],
      ["update cloud/dashboardDevice/ap", ["create cloud/network/berlin"]],
    ]);
    expect(made.plan.changes).toMatchObject([{}, { differences: [{ live: { id: "N_9" } }] }]);
    await on.apply(made);
    expect(dashboard.sent[1]).toBe('PUT /devices/Q2-1 {"networkId":"N_2"}');
  });

  test("is not moved by a plan that leaves out the creation of its network", async () => {
    const on = staged(new Dashboard([], [device]), `networks: { berlin: { name: Berlin } }\n${inBerlin}`);
    const { plan } = await on.plan({ only: (address) => address === "cloud/dashboardDevice/ap" });
    expect(plan.steps).toEqual([]);
    expect(plan.unwritable).toMatchObject([{ because: "cloud/network/berlin" }]);
  });

  test("stays where it is when its network is renamed", async () => {
    const dashboard = new Dashboard([munich], [device]);
    const before = staged(dashboard, "networks: { south: { name: Munich } }\n").context.desired;
    const on = staged(
      dashboard,
      "networks: { south: { name: Bavaria } }\ndevices: { ap: { serial: Q2-1, network: south } }\n",
    );
    const { plan } = await on.plan({ base: before });
    expect(plan.steps.map(({ id }) => id)).toEqual(["update cloud/network/south"]);
  });

  test("leaves its network before that is removed", async () => {
    const dashboard = new Dashboard([berlin, munich], [device]);
    const before = staged(dashboard, both).context.desired;
    const on = staged(dashboard, `networks: { berlin: { name: Berlin } }\n${inBerlin}`);
    const made = await on.plan({ base: before, prune: true });
    expect(made.plan.steps.map(({ id, after }) => [id, after])).toContainEqual([
      "remove cloud/network/munich",
      ["update cloud/dashboardDevice/ap"],
    ]);
  });

  test("that may not go into a network is refused with the dashboard's own words", async () => {
    const dashboard = new Dashboard([berlin, munich], [device]);
    const errors = ["device Q2-1 cannot be moved to another organization"];
    dashboard.first = (call) => (call === "PUT /devices/Q2-1" ? json(200, { errors }) : undefined);
    const on = staged(dashboard, both + inBerlin);
    const { settled } = await on.apply(await on.plan());
    expect(settled).toMatchObject([{ outcome: { state: "failed", problem: { code: "not-allowed" } } }]);
    expect(JSON.stringify(settled)).toContain(errors[0]);
    expect(dashboard.sent).toHaveLength(1);
  });

  test("is unknown where its network is, and nothing is written", async () => {
    const dashboard = new Dashboard([berlin, munich], [device]);
    dashboard.first = (call) => (call.endsWith("/networks") ? text(400, "") : undefined);
    const { plan } = await staged(dashboard, both + inBerlin).plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown.map(({ address, problem }) => [address, problem.code])).toContainEqual([
      "cloud/dashboardDevice/ap",
      "named-unknown",
    ]);
  });

  test("that the organization does not have cannot be written, and the plan says what to do", async () => {
    const { plan } = await staged(new Dashboard([berlin, munich], []), both + inBerlin).plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unwritable).toMatchObject([
      { address: "cloud/dashboardDevice/ap", reason: expect.stringContaining("claim it") },
    ]);
  });

  test("gets the tags that are declared, whatever their order", async () => {
    const dashboard = new Dashboard([munich], [{ ...device, tags: ["b", "a"] }]);
    const declared = (tags: string) => `devices: { ap: { serial: Q2-1, tags: ${tags} } }\n`;
    expect((await staged(dashboard, declared("[a, b]")).plan()).plan.changes).toEqual([]);
    const on = staged(dashboard, declared("[c]"));
    await on.apply(await on.plan());
    expect(dashboard.sent).toEqual(['PUT /devices/Q2-1 {"tags":["c"]}']);
  });
});
