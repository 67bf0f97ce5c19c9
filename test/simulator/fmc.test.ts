/**
 * The firewall manager in its Firewall Management Center mode: tokens in headers, pages, ordered rules, deployments.
 */

import { describe, expect, test } from "vitest";
import { isArray, type Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";

const wall = {
  ...{ serial: "F1", name: "wall-1", model: "FTD", softwareVersion: "7.6" },
  ...{ managementIpAddress: "10.0.0.9", status: "green" },
};
const auth = "/api/fmc_platform/v1/auth";
const domain = "/api/fmc_config/v1/domain/e276abec-e0f2-11e3-8169-6d9ed49b625f";

function center() {
  let world: World = createWorld({ firewallDevices: [wall] }, { firewallMode: "fmc" });
  const clock = { ms: 0 };
  const ask = (line: string, headers: Readonly<Record<string, string>>, body: Json = null) => {
    const done = respond(world, { ...request("firewall", line, body), headers }, clock.ms);
    world = done.world;
    const read = readJson(done.reply.body);
    return { ...done.reply, json: "value" in read ? read.value : null };
  };
  const person = Buffer.from("simulated-firewall-user:simulated-firewall-password").toString("base64");
  const login = () => ask(`POST ${auth}/generatetoken`, { authorization: `Basic ${person}` });
  const { "x-auth-access-token": access = "" } = login().headers;
  const send = (line: string, body: Json = null) => {
    const [method, path] = line.split(" ");
    return ask(`${method} ${domain}/${path}`, { "x-auth-access-token": access }, body);
  };
  const make = (path: string, body: Json) => String(at(send(`POST ${path}`, body).json, "/id"));
  const names = (path: string) => {
    const items = at(send(`GET ${path}?expanded=true`).json, "/items") ?? [];
    return isArray(items) ? items.map((each) => at(each, "/name")) : [];
  };
  return { ask, login, send, make, names, clock };
}

test("a token is good for half an hour, and is refreshed three times", () => {
  const { ask, login, clock } = center();
  const { status, headers } = login();
  expect(status).toBe(204);
  expect(headers.domain_uuid).toBe("e276abec-e0f2-11e3-8169-6d9ed49b625f");
  const of = (answer: { readonly headers: Readonly<Record<string, string>> }) => ({
    "x-auth-access-token": answer.headers["x-auth-access-token"] ?? "",
    "x-auth-refresh-token": answer.headers["x-auth-refresh-token"] ?? "",
  });
  let tokens = of({ headers });
  clock.ms = 1_800_000;
  expect(ask(`GET ${domain}/object/hosts`, tokens)).toMatchObject({
    status: 401,
    json: { error: { messages: [{ description: "Access token invalid." }] } },
  });
  for (const _ of [1, 2, 3]) {
    tokens = of(ask(`POST ${auth}/refreshtoken`, tokens));
    expect(ask(`GET ${domain}/object/hosts`, tokens).status).toBe(200);
  }
  expect(ask(`POST ${auth}/refreshtoken`, tokens).status).toBe(401);
  expect(ask(`GET ${domain}/object/hosts`, { authorization: "Bearer simulated-cdfmc-token" }).status).toBe(
    200,
  );
});

describe("objects", () => {
  test("come in pages, brief unless they are asked for whole, and without items where there are none", () => {
    const { send, make } = center();
    expect(send("GET object/hosts").json).not.toHaveProperty("items");
    for (const n of [1, 2, 3]) make("object/hosts", { name: `h${n}`, value: `10.0.0.${n}` });
    const brief = send("GET object/hosts?offset=1&limit=1").json;
    expect(brief).toMatchObject({ paging: { offset: 1, limit: 1, count: 3, pages: 3 } });
    expect(at(brief, "/items/0")).toEqual({ id: expect.any(String), name: "h2", type: "Host" });
    expect(at(send("GET object/hosts?expanded=true").json, "/items/2/value")).toBe("10.0.0.3");
    expect(send("GET object/hosts?limit=1001").status).toBe(400);
  });

  test("have unique names, want their id in an update, and stay while another one names them", () => {
    const { send, make } = center();
    const host = make("object/hosts", { name: "web", value: "10.0.0.1" });
    expect(send("POST object/hosts", { name: "web", value: "10.0.0.2" })).toMatchObject({
      status: 400,
      json: { error: { messages: [{ description: expect.stringContaining("already exists") }] } },
    });
    expect(send(`PUT object/hosts/${host}`, { name: "web", value: "10.0.0.3" }).status).toBe(400);
    expect(send(`PUT object/hosts/${host}`, { id: host, name: "web", value: "10.0.0.3" }).status).toBe(200);
    const group = make("object/networkgroups", { name: "g", objects: [{ id: host, type: "Host" }] });
    expect(send(`DELETE object/hosts/${host}`).status).toBe(400);
    expect(send(`DELETE object/networkgroups/${group}`).status).toBe(200);
    expect(send(`DELETE object/hosts/${host}`).status).toBe(200);
    expect(send(`GET object/hosts/${host}`).status).toBe(404);
  });

  test("of a firewall that is there can be changed; the firewall itself is made elsewhere", () => {
    const { send } = center();
    const id = String(at(send("GET devices/devicerecords").json, "/items/0/id"));
    const ports = `devices/devicerecords/${id}/physicalinterfaces`;
    const port = at(send(`GET ${ports}?expanded=true`).json, "/items/0");
    const own = String(at(port ?? null, "/id"));
    expect(
      send(`PUT ${ports}/${own}`, { id: own, name: "GigabitEthernet0/0", ifname: "inside" }).status,
    ).toBe(200);
    expect(send(`POST ${ports}`, { name: "x" }).status).toBe(405);
    expect(send("POST devices/devicerecords", { name: "x" }).status).toBe(405);
  });
});

test("rules stand where their create says: in a section, before or after another one", () => {
  const { send, make, names } = center();
  const policy = make("policy/accesspolicies", {
    name: "p",
    type: "AccessPolicy",
    defaultAction: { action: "BLOCK" },
  });
  const rules = `policy/accesspolicies/${policy}/accessrules`;
  const rule = (name: string) => ({ name, action: "ALLOW" });
  make(rules, rule("last"));
  make(`${rules}?section=mandatory`, rule("first"));
  make(`${rules}?insertBefore=2`, rule("second"));
  const third = make(`${rules}?insertAfter=2`, rule("third"));
  expect(names(rules)).toEqual(["first", "second", "third", "last"]);
  expect(send(`GET ${rules}/${third}`).json).toMatchObject({
    metadata: { ruleIndex: 3, section: "Default" },
  });
  expect(send(`POST ${rules}?insertAfter=9`, rule("x")).status).toBe(400);
  send(`DELETE ${rules}/${third}`);
  expect(at(send(`GET ${rules}?expanded=true`).json, "/items/2/metadata/ruleIndex")).toBe(3);
});

test("what was changed waits for a deployment, which is a task", () => {
  const { send, make, clock } = center();
  const waiting = "deployment/deployabledevices?expanded=true";
  expect(send(`GET ${waiting}`).json).not.toHaveProperty("items");
  make("object/hosts", { name: "web", value: "10.0.0.1" });
  const item = at(send(`GET ${waiting}`).json, "/items/0") ?? null;
  const asked = {
    type: "DeploymentRequest",
    version: at(item, "/version") ?? null,
    deviceList: [at(item, "/device/id") ?? null],
  };
  const answer = send("POST deployment/deploymentrequests", asked);
  expect(answer.status).toBe(202);
  const task = `GET job/taskstatuses/${String(at(answer.json, "/metadata/task/id"))}`;
  expect(send(task).json).toMatchObject({ status: "Deploying" });
  clock.ms += 2000;
  expect(send(task).json).toMatchObject({ status: "Deployed" });
  expect(send(`GET ${waiting}`).json).not.toHaveProperty("items");
  expect(send("POST deployment/deploymentrequests", asked).status).toBe(400);
});
