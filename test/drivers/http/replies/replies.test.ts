import { describe, expect, test } from "vitest";
import { errorTags, errorTexts } from "../../../../src/drivers/http/replies/error-body.ts";
import { answerOf, name, replyOf } from "../../../../src/drivers/http/replies/replies.ts";
import { retryAfter } from "../../../../src/model/retry-after.ts";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, text } from "../../../servers/scripted-wire.ts";
import { driverFor } from "../../opened.ts";

const get: WireRequest = { method: "GET", url: "https://h.example/api/v1/organizations?a=1", headers: {} };
const put: WireRequest = { ...get, method: "PUT" };
const post: WireRequest = { ...get, method: "POST" };
const remove: WireRequest = { ...get, method: "DELETE" };

const exchangeOf = (of: "dashboard" | "fabric" | "restconf" | "controller") => ({
  target: "cloud",
  rules: driverFor(of).dialect("neutral", {}).replies,
});

const restconfError = (...tags: string[]) => ({
  "ietf-restconf:errors": { error: tags.map((tag) => ({ "error-tag": tag })) },
});
const xmlErrors = (...tags: string[]) =>
  `<?xml version="1.0"?>\n<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf">${tags
    .map((tag) => `<error><error-type>protocol</error-type><error-tag>${tag}</error-tag></error>`)
    .join("")}</errors>`;
const date = { date: "Sat, 21 Nov 2026 10:00:00 GMT" };

describe("Retry-After", () => {
  const cases: readonly [string, Record<string, string>, number | undefined][] = [
    ["seconds", { "retry-after": "7" }, 7000],
    ["a fraction", { "retry-after": "1.5" }, 1500],
    ["zero", { "retry-after": "0" }, 0],
    ["a negative number", { "retry-after": "-5" }, 0],
    ["a long time", { "retry-after": "1000000000" }, 1_000_000_000_000],
    ["more than a date can be", { "retry-after": "9".repeat(30) }, 100 * 365 * 86_400_000],
    ["a date after the answer's own", { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT", ...date }, 30_000],
    ["a date in the past", { "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT", ...date }, 0],
    ["a date far away", { "retry-after": "Sat, 21 Nov 2099 09:00:00 GMT", ...date }, 2_303_679_600_000],
    ["a date of RFC 850", { "retry-after": "Saturday, 21-Nov-26 10:00:30 GMT", ...date }, 30_000],
    ["a date of C", { "retry-after": "Sat Nov 21 10:00:30 2026", ...date }, 30_000],
    ["a date of ISO 8601", { "retry-after": "2026-11-21T11:00:30+01:00", ...date }, 30_000],
    ["words with a year", { "retry-after": "in 2050", ...date }, undefined],
    ["a day without a time", { "retry-after": "2026-11-22", ...date }, undefined],
    ["a date without the answer's own", { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }, undefined],
    ["words", { "retry-after": "soon", ...date }, undefined],
    ["nothing", {}, undefined],
  ];
  test.each(cases)("as %s", (_, headers, ms) => {
    expect(retryAfter(headers)).toBe(ms);
  });
});

describe("what an answer to a read says", () => {
  const lost: WireReply = {
    outcome: "lost",
    sent: true,
    problem: { code: "x", severity: "error", message: "m" },
  };
  const cases: readonly [string, WireReply, string][] = [
    ["200 with JSON is an answer", json(200, []), "answered"],
    ["200 that is not JSON is unknown", text(200, "<html>"), "not-json"],
    ["200 that is cut off is unknown", text(200, '[{"id":"1"},{"id'), "not-json"],
    ["200 with nothing is unknown", text(200, ""), "not-json"],
    [
      "200 with a member that would be lost is unknown",
      text(200, '[{"__proto__":{"a":1}}]'),
      "unexpected-shape",
    ],
    ["200 with its name as a text is an answer", text(200, '[{"name":"__proto__"}]'), "answered"],
    [
      "200 with constructor and prototype is an answer",
      text(200, '[{"constructor":{"prototype":1}}]'),
      "answered",
    ],
    ["200 with errors is unknown", json(200, { errors: ["no such network"] }), "not-allowed"],
    ["203 with JSON is an answer", json(203, []), "answered"],
    ["201 with JSON is unknown", json(201, []), "partial-answer"],
    ["202 with JSON is unknown", json(202, []), "partial-answer"],
    ["206 with JSON is unknown", json(206, []), "partial-answer"],
    ["302 is unknown", text(302, "", { location: "https://evil.example/x" }), "redirected"],
    ["400 is unknown", json(400, {}), "refused"],
    ["401 is unknown", text(401, ""), "unauthorized"],
    ["403 is unknown", json(403, { error: "Forbidden", message: "scope" }), "forbidden"],
    ["404 of a list is unknown", text(404, ""), "not-found"],
    ["429 is unknown", text(429, ""), "throttled"],
    ["500 is unknown", text(500, "[]"), "server-error"],
    ["a lost reply is unknown", lost, "x"],
    ["a barred request is unknown", { outcome: "blocked", problem: lost.problem }, "x"],
  ];
  test.each(cases)("%s", (_, reply, expected) => {
    const answer = answerOf(exchangeOf("dashboard"), get, reply);
    expect(answer.state === "unknown" ? answer.problem.code : answer.state).toBe(expected);
  });

  test("404 of an item is an absence where the dialect says so", () => {
    expect(answerOf(exchangeOf("fabric"), get, text(404, "")).state).toBe("absent");
  });

  test("a problem names target, method, path, host, the controller's words and what to do", () => {
    const reply = json(403, { error: "Forbidden", message: "read scope needed" });
    expect(answerOf(exchangeOf("dashboard"), get, reply)).toMatchObject({
      problem: {
        message:
          "cloud: GET /api/v1/organizations?a=1 on h.example was answered 403: Forbidden: read scope needed",
        hint: expect.stringContaining("lacks the permission for GET /api/v1/organizations"),
      },
    });
  });

  test("a redirect is reported with the host it leads to", () => {
    const answer = answerOf(exchangeOf("dashboard"), get, text(301, "", { location: "//evil.example/x" }));
    expect(answer).toMatchObject({ problem: { message: expect.stringContaining("leads to evil.example") } });
  });
});

describe("what an answer to a write means", () => {
  type Row = readonly [string, "dashboard" | "fabric" | "restconf", WireRequest, WireReply, string];
  const problem = { code: "unreachable", severity: "error", message: "no route" } as const;
  const cases: readonly Row[] = [
    ["200 is accepted", "dashboard", put, json(200, { id: "1" }), "accepted"],
    ["204 is accepted", "restconf", put, text(204, ""), "accepted"],
    ["200 with a page of HTML is lost", "dashboard", put, text(200, "<html>"), "lost"],
    [
      "200 with errors is refused",
      "dashboard",
      put,
      json(200, { errors: ["not allowed"] }),
      "refused not-allowed",
    ],
    ["200 with no errors is accepted", "dashboard", put, json(200, { errors: [] }), "accepted"],
    [
      "400 not ready is busy",
      "dashboard",
      put,
      json(400, { error: "Network is Not Ready yet" }),
      "busy notReady",
    ],
    [
      "another 400 is refused",
      "dashboard",
      put,
      json(400, { error: "bad", details: "line 1" }),
      "refused refused",
    ],
    ["401 is refused", "dashboard", put, text(401, ""), "refused unauthorized"],
    ["403 is refused", "dashboard", put, text(403, ""), "refused forbidden"],
    ["404 of a network that was seen is a conflict", "dashboard", put, text(404, ""), "conflict"],
    ["404 of a network that was removed is a conflict", "dashboard", remove, text(404, ""), "conflict"],
    ["404 of a create is refused", "dashboard", post, text(404, ""), "refused not-found"],
    ["a bare 409 is a conflict", "dashboard", put, text(409, ""), "conflict"],
    ["429 is busy", "dashboard", put, text(429, "", { "retry-after": "2" }), "busy throttled 2000"],
    ["500 is lost", "dashboard", put, text(500, ""), "lost"],
    ["503 is lost", "fabric", post, text(503, ""), "lost"],
    ["a redirect is refused", "dashboard", put, text(307, "", { location: "/x" }), "refused redirected"],
    ["409 lock-denied is busy", "restconf", put, json(409, restconfError("lock-denied")), "busy locked"],
    ["409 in-use is busy", "restconf", put, json(409, restconfError("in-use")), "busy locked"],
    [
      "409 resource-denied is busy",
      "restconf",
      put,
      json(409, restconfError("resource-denied")),
      "busy notReady",
    ],
    ["409 data-exists is a conflict", "restconf", put, json(409, restconfError("data-exists")), "conflict"],
    ["409 data-missing is a conflict", "restconf", put, json(409, restconfError("data-missing")), "conflict"],
    // If there are several errors, the most severe one decides, in any order. Waiting for a lock does not help while
    // another error remains.
    [
      "409 locked and missing is a conflict",
      "restconf",
      put,
      json(409, restconfError("lock-denied", "data-missing")),
      "conflict",
    ],
    [
      "409 missing and locked is a conflict",
      "restconf",
      put,
      json(409, restconfError("data-missing", "lock-denied")),
      "conflict",
    ],
    [
      "409 locked and what nobody knows is looked at",
      "restconf",
      put,
      json(409, restconfError("in-use", "operation-failed")),
      "conflict",
    ],
    [
      "409 locked twice is busy",
      "restconf",
      put,
      json(409, restconfError("in-use", "lock-denied")),
      "busy locked",
    ],
    [
      "409 data-missing as XML is a conflict",
      "restconf",
      put,
      text(409, xmlErrors("lock-denied", "data-missing")),
      "conflict",
    ],
    ["409 lock-denied as XML is busy", "restconf", put, text(409, xmlErrors("lock-denied")), "busy locked"],
    ["404 of a PUT is refused for good", "restconf", put, text(404, ""), "refused cannot-create"],
    ["404 of an object's parent is refused", "fabric", post, text(404, ""), "refused parent-missing"],
    ["404 of an object's removal is a conflict", "fabric", remove, text(404, ""), "conflict"],
    ["a lost reply is lost", "dashboard", put, { outcome: "lost", sent: true, problem }, "lost"],
    [
      "what never left is busy",
      "dashboard",
      put,
      { outcome: "lost", sent: false, problem },
      "busy unavailable",
    ],
    ["what was barred is refused", "dashboard", put, { outcome: "blocked", problem }, "refused unreachable"],
    ["a status of no class is lost", "dashboard", put, text(600, ""), "lost"],
  ];
  test.each(cases)("%s (%s)", (_, of, request, reply, expected) => {
    const meant = replyOf(exchangeOf(of), request, reply);
    const more =
      meant.meaning === "refused"
        ? [meant.problem.code]
        : meant.meaning === "busy"
          ? [meant.reason, meant.retryAfter]
          : [];
    expect([meant.meaning, ...more].filter((word) => word !== undefined).join(" ")).toBe(expected);
  });

  test("an accepted write hands back the record", () => {
    expect(replyOf(exchangeOf("dashboard"), put, json(200, { id: "N_1" }))).toEqual({
      meaning: "accepted",
      value: { id: "N_1" },
    });
  });

  test("a refusal shows every text of the list", () => {
    const reply = replyOf(exchangeOf("dashboard"), put, json(200, { errors: ["moved", "not allowed"] }));
    expect(reply).toMatchObject({ problem: { message: expect.stringContaining("moved: not allowed") } });
  });

  test("a long body is cut in the message", () => {
    const reply = replyOf(exchangeOf("dashboard"), put, text(400, "x".repeat(5000)));
    expect(reply.meaning === "refused" && reply.problem.message.length).toBeLessThan(500);
  });
});

describe("the words of an error body", () => {
  const cases: readonly [string, unknown, readonly string[], string | undefined][] = [
    [
      "malformed JSON",
      { error: "Malformed JSON", details: "line 3" },
      ["Malformed JSON", "line 3"],
      "Malformed JSON",
    ],
    [
      "fabric",
      { error: { code: "107", message: "missing fvTenant.attributes.name" } },
      ["107", "missing fvTenant.attributes.name"],
      "107",
    ],
    [
      "missing privilege",
      { error: "Forbidden", message: "no scope" },
      ["Forbidden", "no scope"],
      "Forbidden",
    ],
    ["dashboard", { errors: ["a", "b"] }, ["a", "b"], "errors"],
    [
      "RESTCONF",
      { "ietf-restconf:errors": { error: [{ "error-tag": "in-use", "error-message": "busy" }] } },
      ["in-use", "busy"],
      "in-use",
    ],
    ["a list", [], [], undefined],
  ];
  test.each(cases)("%s", (_, body, texts, tag) => {
    expect(errorTexts(body as never)).toEqual(texts);
    expect(errorTags(body as never)).toEqual(tag === undefined ? [] : [tag]);
  });
});

test("a request whose URL is none is still named", () => {
  expect(name({ method: "GET", url: "no url", headers: {} })).toBe("GET no url");
});
