/** Locks that products report in their own words, with any status. trueup waits until such a lock is released. */

import { describe, expect, test } from "vitest";
import { replyOf } from "../../src/drivers/http/replies/replies.ts";
import type { InterfaceName } from "../../src/model/project.ts";
import type { WireRequest } from "../../src/model/wire.ts";
import { json } from "../servers/scripted-wire.ts";
import { driverFor } from "./opened.ts";
import { rpcError } from "./yang/netconf/device.ts";
import { withDevice } from "./yang/netconf/opened.ts";

/** Returns the meaning of an answer to a write according to the product's own table. */
function meaning(
  [interfaceName, dialect]: readonly [InterfaceName, string],
  answer: { readonly status: number; readonly body: unknown },
  method: WireRequest["method"] = "PUT",
): string {
  const { replies: rules } = driverFor(interfaceName).dialect(dialect, {}) as never as {
    readonly replies: Parameters<typeof replyOf>[0]["rules"];
  };
  const request = { method, url: "https://x.example.net/a", headers: {} };
  const reply = replyOf({ target: "x", rules }, request, json(answer.status, answer.body));
  return reply.meaning === "busy" ? reply.reason : reply.meaning;
}

const vmanage = ["sdwan", "vmanage"] as const;
const fmc = ["firewall", "fmc"] as const;
const meraki = ["dashboard", "meraki"] as const;
const details = (text: string) => ({ error: { message: "Failed to update", details: text, code: "X1" } });
const described = (text: string) => ({ error: { category: "OTHER", messages: [{ description: text }] } });

describe("a lock is waited for", () => {
  test.each([
    [vmanage, 400, details("Template locked in edit mode."), "PUT"],
    [vmanage, 400, { error: { message: "Template locked in edit mode." } }, "PUT"],
    [vmanage, 403, details("Failed to acquire lock, template or policy locked in edit mode."), "PUT"],
    [vmanage, 500, details("Failed to acquire lock"), "DELETE"],
    [fmc, 400, described("The system is busy. Please try again."), "POST"],
    [fmc, 422, described("Retry the operation after sometime."), "DELETE"],
    [fmc, 400, described("Deployment is in progress for this device"), "DELETE"],
    [fmc, 400, described("Deployment is already in progress for some devices. Try again later."), "POST"],
    [fmc, 500, described("There is another deployment in progress"), "POST"],
    [meraki, 400, { errors: ["This may be due to concurrent requests to delete networks."] }, "DELETE"],
    [meraki, 400, { errors: ["Too many concurrently executing batches. Maximum is 5."] }, "POST"],
    [["messaging", "webex"] as const, 423, { message: "locked" }, "PUT"],
  ] as const)("%j answered %i %j", (of, status, body, method) => {
    expect(meaning(of, { status, body }, method)).toBe("locked");
  });

  test.each([400, 409, 500, 503])("devices over RESTCONF, answered %i", (status) => {
    for (const dialect of ["neutral", "rfc8040"]) {
      const errors = (tag: string, message: string) => ({
        "ietf-restconf:errors": { error: [{ "error-tag": tag, "error-message": message }] },
      });
      const of = (tag: string, message = "no") =>
        meaning(["restconf", dialect], { status, body: errors(tag, message) });
      expect(of("lock-denied")).toBe("locked");
      expect(of("in-use", "the configuration database is locked")).toBe("locked");
      expect(of("invalid-value", "Failed to acquire datastore lock")).toBe("locked");
      expect(of("resource-denied", "Sync is in progress")).toBe("locked");
    }
  });

  test.each([
    ["operation-failed", "configuration database locked by: admin terminal (pid 32260)"],
    ["operation-failed", "Candidate db is locked by 1677721"],
    ["resource-denied", "Sync is in progress"],
    ["in-use", "The request requires a resource that is already in use"],
  ])("devices over NETCONF, answered %s: %s", async (tag, message) => {
    const locked = withDevice({
      answer: (operation) => (operation.startsWith("<lock>") ? rpcError(tag, message) : undefined),
    });
    const hostname = { kind: "deviceHostname", operation: "update", identity: "hostname" } as const;
    const reply = await locked.write({ ...hostname, desired: { hostname: "new" } });
    expect(reply).toMatchObject({ meaning: "busy", reason: "locked" });
  });
});

describe("what is no lock is refused as before", () => {
  test.each([
    [vmanage, 400, details("Invalid template type"), "PUT"],
    [fmc, 400, described("The name is in use; choose another one"), "POST"],
    [meraki, 400, { errors: ["Name has already been taken"] }, "POST"],
  ] as const)("%j answered %i %j", (of, status, body, method) => {
    expect(meaning(of, { status, body }, method)).toBe("refused");
  });
});
