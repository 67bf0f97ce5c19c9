/** A network that is not ready yet, in all wordings that the specification leaves open, and real refusals. */

import { expect, test } from "vitest";
import { failing, holding, holds, stillFails } from "./rows.ts";
import { dashboard } from "./servers/dashboard.ts";
import type { Answer, Fields, Json } from "./servers/http.ts";
import { type StagedRow, staged, writesOf } from "./staged.ts";

const networks = { berlin: { name: "Berlin", ssids: { 0: { name: "Corp", vlan: 10 } } } };
const ssid = "ssid/berlin.0";
const puts = /wireless\/ssids\/0$/;

/** Returns a network that refuses its first SSID with this answer, and accepts the second one. */
const subject = (answer: Answer, settings: Fields = {}) => ({
  served: dashboard({ notReady: (_, attempt) => (attempt === 1 ? answer : undefined) }),
  target: { interface: "dashboard" as const, settings },
  desired: { organization: "Acme", networks },
});
const refusal = (body: Json): Answer => ({ status: 400, body });

const waited = (name: string, answer: Answer, settings?: Fields): StagedRow => ({
  name,
  reason:
    "rejected with status 400 and a message that the network is not ready; sending it after a delay succeeds",
  subject: subject(answer, settings),
  check: ({ applied, outcomes }) => {
    const sent = writesOf(applied).filter(({ path }) => puts.test(path));
    expect(sent).toHaveLength(2);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0), "sent again without a delay").toBeGreaterThan(500);
    expect(outcomes).toMatchObject({ [ssid]: "applied" });
  },
});

const refused = (name: string, answer: Answer): StagedRow => ({
  name,
  reason: "a refusal that waiting cannot help is told at once, with its words, and sent once",
  subject: subject(answer),
  check: ({ applied, outcomes }) => {
    expect(writesOf(applied).filter(({ path }) => puts.test(path))).toHaveLength(1);
    expect(outcomes).toMatchObject({ [ssid]: "failed" });
  },
});

const texts = [
  "The network is not ready",
  "Network is not ready yet",
  "The network is not yet ready",
  "This network isn't ready",
  "This network isn’t ready yet",
  "NETWORK_NOT_READY",
  "network-not-ready",
  "The network is not  ready",
  "The network is NOT READY.",
  "Network n1 is not yet ready for configuration, try again later",
];

const others = ["This network only supports 4 SSIDs", "only supports networks that are ready-made"];

/**
 * Wordings that no rule explains. If this run has created the network, they may mean that the network is not ready for
 * its children.
 */
const unknown = [
  "The name Corp is already taken",
  "vlan must be between 1 and 4094",
  "still being provisioned",
];

/** Returns a row for a product with Bearer tokens. The wordings of errors do not depend on the dialect. */
const meraki = (text: string): StagedRow => {
  const answer = refusal({ errors: [text] });
  const row = waited(`dialect meraki, "${text}"`, answer);
  const served = dashboard({ bearer: true, notReady: (_, attempt) => (attempt === 1 ? answer : undefined) });
  return {
    ...row,
    subject: { ...row.subject, served, target: { interface: "dashboard", dialect: "meraki" } },
  };
};

const rows: readonly StagedRow[] = [
  meraki("The network is not ready"),
  meraki("The network is not yet ready"),
  ...texts.map((text) => waited(`"${text}" in errors`, refusal({ errors: [text] }))),
  waited("in a field `message`", refusal({ message: "The network is not ready" })),
  waited("in a field `error` as text", refusal({ error: "The network is not ready" })),
  waited("in `error.message`", refusal({ error: { code: "409", message: "The network is not ready" } })),
  waited("in `details`", refusal({ error: "Bad Request", details: "The network is not ready" })),
  waited("as plain text", {
    status: 400,
    text: "The network is not ready",
    headers: { "content-type": "text/plain" },
  }),
  waited("as a code alone", refusal({ code: "NETWORK_NOT_READY" })),
  waited("in words of its own, which the setting names", refusal({ errors: ["provisioning"] }), {
    notReady: "provisioning",
  }),
  ...unknown.map((text) => waited(`in words that no rule knows, "${text}"`, refusal({ errors: [text] }))),
  ...others.map((text) => refused(`"${text}"`, refusal({ errors: [text] }))),
];

const isTrue = staged(rows);

test.each(holding("readiness", rows))(
  "a network that is not ready is waited for, and no other: %s",
  holds(isTrue),
);

test.each(failing("readiness", rows))("open, %s: %s", stillFails(isTrue));
