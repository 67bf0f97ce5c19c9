/** The URLs that a target may request. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { blockedHost } from "../../../src/runtime/http/allowed-origins.ts";

function target(url: string, hosts: readonly string[] = []): Target {
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const rest = { credential: {}, tls: {}, limits: {}, settings: {}, at };
  return { name: "t", interface: "restconf", dialect: "neutral", url, hosts, ...rest };
}

const lab = ["10.20.0.0/16", ".routers.example.net", "core-1", "2001:db8::/32", "192.0.2.7"];

describe("one endpoint", () => {
  const own = target("https://a.example.net/base");
  test.each([
    ["https://a.example.net/anything", true],
    ["https://A.EXAMPLE.net:443/x", true],
    ["http://a.example.net/x", false],
    ["https://a.example.net:8443/x", false],
    ["https://b.example.net/x", false],
    ["https://a.example.net.evil.net/x", false],
    ["https://a.example.net@evil.net/x", false],
    ["https://user:pw@a.example.net/x", false],
    ["//a.example.net/x", false],
    ["not a url", false],
  ])("%s: allowed %s", (url, allowed) => {
    expect(blockedHost(own, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });
});

describe("one endpoint whose service has further hosts", () => {
  const sharded = target("https://api.example.net/base", [".example.net", "n1.example.org"]);
  test.each([
    ["https://api.example.net/x", true],
    ["https://n7.example.net/x", true],
    ["https://n1.example.org/x", true],
    ["https://n2.example.org/x", false],
    ["http://n7.example.net/x", false],
    ["https://n7.example.net:8443/x", false],
    ["https://evilexample.net/x", false],
    ["https://user@n7.example.net/x", false],
  ])("%s: allowed %s", (url, allowed) => {
    expect(blockedHost(sharded, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });

  test("that is asked without TLS keeps its credential to itself", () => {
    const open = target("http://127.0.0.1:4801", [".example.net"]);
    expect(blockedHost(open, "http://n7.example.net:4801/x")?.code).toBe("host-not-listed");
    expect(blockedHost(open, "https://n7.example.net:4801/x")?.code).toBe("host-not-listed");
  });
});

describe("a fleet with the host in the name", () => {
  const fleet = target("https://{host}:8443/x", lab);
  test.each([
    ["https://10.20.3.4:8443/restconf", true],
    ["https://10.21.3.4:8443/restconf", false],
    ["https://10.20.3.4/restconf", false],
    ["http://10.20.3.4:8443/restconf", false],
    ["https://012.024.3.4:8443/restconf", true], // A URL reads both numbers as octal: the socket connects to 10.20.3.4
    ["https://010.20.3.4:8443/restconf", false], // A URL reads 010 as octal, too: the socket connects to 8.20.3.4
    ["https://rtr-1.routers.example.net:8443/", true],
    ["https://RTR-1.Routers.Example.Net:8443/", true],
    ["https://routers.example.net:8443/", false],
    ["https://evilrouters.example.net:8443/", false],
    ["https://core-1:8443/", true],
    ["https://core-11:8443/", false],
    ["https://[2001:db8::7]:8443/", true],
    ["https://[2001:db9::7]:8443/", false],
    ["https://192.0.2.7:8443/", true],
    ["https://10.20.3.4:8443@evil.net:8443/", false],
  ])("%s: allowed %s", (url, allowed) => {
    expect(blockedHost(fleet, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });

  test("the problem names the host and the target", () => {
    expect(blockedHost(fleet, "https://10.99.0.1:8443/")?.message).toContain("10.99.0.1");
    expect(blockedHost(fleet, "https://10.99.0.1:8443/")?.hint).toContain("target t");
  });
});

describe("a fleet with the host in the path or inside the name", () => {
  test.each([
    ["http://127.0.0.1:80/devices/10.20.0.1/restconf/data", true],
    ["http://127.0.0.1/devices/10.20.0.1", true],
    ["http://127.0.0.1/devices/10.21.0.1/restconf", false],
    ["http://127.0.0.1/devices/010.20.0.1/restconf", false],
    ["http://127.0.0.1/devices/10.20.0.1/../10.21.0.1/restconf", false],
    ["http://127.0.0.1/10.20.0.1/restconf", false],
    ["http://127.0.0.1/devices/%zz/restconf", false],
    ["http://127.0.0.1:81/devices/10.20.0.1/restconf", false],
  ])("%s: allowed %s", (url, allowed) => {
    const fleet = target("http://127.0.0.1/devices/{host}", lab);
    expect(blockedHost(fleet, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });

  test.each([
    ["https://core-1.mgmt.example.net/x", true],
    ["https://core-2.mgmt.example.net/x", false],
    ["https://core-1.mgmt.example.org/x", false],
    ["https://mgmt.example.net/x", false],
  ])("%s: allowed %s", (url, allowed) => {
    const fleet = target("https://{host}.mgmt.example.net", ["core-1"]);
    expect(blockedHost(fleet, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });
});

describe("over SSH", () => {
  const named = target("ssh://{host}", lab);
  const behind = target("ssh://gateway.example.net:4805/{host}", lab);
  test.each([
    [named, "ssh://10.20.3.4", true],
    [named, "ssh://10.21.3.4", false],
    [named, "ssh://10.20.3.4:22", false],
    [named, "https://10.20.3.4", false],
    [named, "ssh://010.20.3.4", false],
    [named, "ssh://user:pw@10.20.3.4", false],
    [behind, "ssh://gateway.example.net:4805/10.20.3.4", true],
    [behind, "ssh://gateway.example.net:4805/10.21.3.4", false],
    [behind, "ssh://evil.example.net:4805/10.20.3.4", false],
    [behind, "ssh://gateway.example.net:22/10.20.3.4", false],
    [behind, "https://gateway.example.net:4805/10.20.3.4", false],
  ])("%j: %s is allowed: %s", (of, url, allowed) => {
    expect(blockedHost(of, url)?.code).toBe(allowed ? undefined : "host-not-listed");
  });
});

describe("the hint of a refusal", () => {
  const part = {
    scheme: fc.constantFrom("https", "http"),
    host: fc.constantFrom("localhost", "a.example.net", "127.0.0.1"),
    port: fc.constantFrom("", ":8443", ":4801"),
  };
  const url = fc.record(part).map(({ scheme, host, port }) => `${scheme}://${host}${port}`);
  const fleet = fc.record(part).map(({ scheme, port }) => `${scheme}://{host}${port}`);
  const gateway = url.map((base) => `${base}/{host}`);

  test("says to list a host exactly where that lets the request pass", () => {
    const hosts = fc.subarray(["localhost", "a.example.net"]);
    const asked = fc.oneof(
      url,
      url.map((base) => `${base}/10.20.0.1`),
    );
    fc.assert(
      fc.property(fc.oneof(url, fleet, gateway), hosts, asked, (own, listed, other) => {
        const refused = blockedHost(target(own, listed), other);
        if (!refused) return;
        const [, host = ""] = /^If (\S+) belongs to target t, add it/.exec(refused.hint ?? "") ?? [];
        const everyHost = ["localhost", "a.example.net", "127.0.0.1", "10.20.0.1"];
        const passes = blockedHost(target(own, [...listed, host]), other) === undefined;
        expect(host !== "" && passes).toBe(blockedHost(target(own, everyHost), other) === undefined);
      }),
      { numRuns: 500 },
    );
  });

  test("with another port says that the port is the url's, though the host is listed", () => {
    const listed = target("https://127.0.0.1:8443", ["localhost"]);
    expect(blockedHost(listed, "https://localhost:8443/x")).toBeUndefined();
    const refused = blockedHost(listed, "https://localhost:9443/x");
    expect(refused?.message).toContain(
      "https://localhost:9443: the target's url is https://127.0.0.1:8443: this is another port",
    );
    expect(refused?.hint).toContain("trueup contacts every host with the scheme and port of that url");
  });
});
