/**
 * The SD-WAN manager in its vManage mode: sessions, tokens against forged requests, lists, profiles with parcels,
 * groups.
 */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";

const edge = {
  ...{ serial: "E1", name: "edge-1", model: "C8000V", softwareVersion: "20.15.1" },
  ...{ managementIpAddress: "10.0.0.1", status: "reachable", site: "101" },
};

function manager() {
  let world: World = createWorld({ sdwanDevices: [edge] }, { sdwanMode: "vmanage" });
  const clock = { ms: 0 };
  const ask = (line: string, headers: Readonly<Record<string, string>>, body: Json | string = null) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const done = respond(world, { ...request("sdwan", line), headers, body: text }, clock.ms);
    world = done.world;
    const read = readJson(done.reply.body);
    return { ...done.reply, json: "value" in read ? read.value : null };
  };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const login = (password = "simulated-sdwan-password") =>
    ask("POST /j_security_check", form, `j_username=simulated-sdwan-user&j_password=${password}`);
  return { ask, login, clock };
}

/** Returns a client that is logged in and has the token that writes need. */
function loggedIn() {
  const { ask, login, clock } = manager();
  const cookie = String(login().headers["set-cookie"]).split(";")[0] ?? "";
  const token = ask("GET /dataservice/client/token", { cookie }).body;
  const send = (line: string, body: Json = null, headers = { cookie, "x-xsrf-token": token }) => {
    const [method, path] = line.split(" ");
    const { status, json } = ask(`${method} /dataservice${path}`, headers, body);
    return { status, json };
  };
  const make = (path: string, body: Json, id = "id") => String(at(send(`POST ${path}`, body).json, `/${id}`));
  return { ask, send, make, clock, cookie };
}

const banner = (text: Json) => ({
  name: "Banner",
  description: "",
  data: { login: text, motd: { optionType: "default" } },
});

describe("a session", () => {
  test("is had by a form; whoever has none gets the login page with status 200", () => {
    const { ask, login } = manager();
    expect(login("wrong")).toMatchObject({ status: 200, body: expect.stringContaining("<html>") });
    expect(ask("GET /dataservice/device", {}).body).toContain("<html>");
    expect(login()).toMatchObject({
      status: 200,
      body: "",
      headers: { "set-cookie": expect.stringContaining("JSESSIONID=") },
    });
  });

  test("reads without the token against forgery and writes with it alone, until it is logged out or over", () => {
    const { send, clock, ask, cookie } = loggedIn();
    const list = { name: "Sites", type: "site", entries: [{ siteId: "1" }] };
    const bare = { cookie, "x-xsrf-token": "" };
    expect(send("GET /device", null, bare).json).toMatchObject({
      data: [{ "board-serial": "E1", "site-id": "101" }],
    });
    expect(send("POST /template/policy/list/site", list, bare)).toMatchObject({
      status: 403,
      json: { error: { message: expect.stringContaining("SessionTokenFilter") } },
    });
    expect(send("POST /template/policy/list/site", list).status).toBe(200);
    clock.ms = 3_600_000;
    expect(send("GET /device").json).toBeNull();
    expect(ask("GET /logout", { cookie }).status).toBe(200);
  });

  test("by JWT has both tokens in one answer", () => {
    const { ask } = manager();
    const person = { username: "simulated-sdwan-user", password: "simulated-sdwan-password", duration: 60 };
    const { json } = ask("POST /jwt/login", {}, person);
    expect(json).toMatchObject({ csrf: expect.any(String), duration: 60 });
    const headers = {
      authorization: `Bearer ${at(json, "/token")}`,
      "x-xsrf-token": String(at(json, "/csrf")),
    };
    expect(ask("POST /dataservice/v1/tags", headers, { name: "east", description: "" }).status).toBe(400);
    expect(ask("POST /dataservice/v1/tags", headers, { name: "east", description: "East" }).status).toBe(200);
  });
});

describe("what a vManage holds", () => {
  test("definitions are brief in their list, and whole by themselves", () => {
    const { send, make } = loggedIn();
    const map = { name: "Qos", description: "d", type: "qosMap", definition: { qosSchedulers: [] } };
    const id = make("/template/policy/definition/qosmap", map, "definitionId");
    expect(at(send("GET /template/policy/definition/qosmap").json, "/data/0")).not.toHaveProperty(
      "definition",
    );
    expect(send(`GET /template/policy/definition/qosmap/${id}`).json).toMatchObject({
      ...map,
      definitionId: id,
    });
  });

  test("parcels are in a profile that is there, and in parcels that are there", () => {
    const { send, make } = loggedIn();
    const service = make("/v1/feature-profile/sdwan/service", { name: "Branch", description: "d" });
    const vpns = `/v1/feature-profile/sdwan/service/${service}/lan/vpn`;
    const vpn = make(
      vpns,
      { name: "Guests", data: { vpnId: { optionType: "global", value: 20 } } },
      "parcelId",
    );
    const ports = `${vpns}/${vpn}/interface/ethernet`;
    const port = make(ports, { name: "Gi1", data: {} }, "parcelId");
    expect(send(`GET ${ports}/${port}`).json).toMatchObject({
      parcelType: "lan/vpn/interface/ethernet",
      payload: { name: "Gi1" },
    });
    expect(send(`POST ${vpns}/${service}/interface/ethernet`, { name: "Gi2", data: {} }).status).toBe(400);
    expect(send(`GET ${vpns}`).json).toMatchObject({
      data: [{ parcelId: vpn, payload: { name: "Guests" } }],
    });
    expect(send(`DELETE /v1/feature-profile/sdwan/service/${service}`).status).toBe(200);
    expect(send(`GET ${ports}/${port}`).json).toMatchObject({ error: { message: "Invalid feature Id" } });
  });

  test("values in parcels say what they are, names are unique, secrets come back encrypted", () => {
    const { send, make } = loggedIn();
    const system = make("/v1/feature-profile/sdwan/system", { name: "Base", description: "d" });
    const banners = `/v1/feature-profile/sdwan/system/${system}/banner`;
    for (const bad of [
      { optionType: "fixed", value: "x" },
      { optionType: "global" },
      { optionType: "variable", value: "x" },
    ])
      expect(send(`POST ${banners}`, banner(bad)).status).toBe(400);
    make(banners, banner({ optionType: "variable", value: "{{login}}" }), "parcelId");
    expect(send(`POST ${banners}`, banner({ optionType: "global", value: "x" }))).toMatchObject({
      status: 400,
      json: { error: { message: "Name already exists" } },
    });
    const keys = { authenticationKeys: [{ md5Value: { optionType: "global", value: "canary" } }] };
    make(`/v1/feature-profile/sdwan/system/${system}/ntp`, { name: "Ntp", data: keys }, "parcelId");
    const shown = JSON.stringify(send(`GET /v1/feature-profile/sdwan/system/${system}/ntp`).json);
    expect(shown).toContain("$CRYPT_CLUSTER$");
    expect(shown).not.toContain("canary");
  });

  test("a profile that a group names stays", () => {
    const { send, make } = loggedIn();
    const profile = make("/v1/feature-profile/sdwan/system", { name: "Base", description: "d" });
    const group = { name: "Branches", description: "d", solution: "sdwan", profiles: [{ id: profile }] };
    const id = make("/v1/config-group", group);
    expect(send("GET /v1/config-group").json).toMatchObject([{ id, name: "Branches" }]);
    expect(send(`DELETE /v1/feature-profile/sdwan/system/${profile}`).status).toBe(400);
    expect(send(`PUT /v1/config-group/${id}`, { ...group, profiles: [] }).status).toBe(200);
    expect(send(`DELETE /v1/feature-profile/sdwan/system/${profile}`).status).toBe(200);
  });
});
