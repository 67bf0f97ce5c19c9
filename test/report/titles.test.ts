/** Documents for people show the titles of kinds, and documents for machines contain the names of kinds. */

import { expect, test } from "vitest";
import { driftMarkdown, driftText } from "../../src/report/drift/drift.ts";
import { planFindings } from "../../src/report/findings/plan-findings.ts";
import { planHtml } from "../../src/report/plan/plan-html.ts";
import { planDocument } from "../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../src/report/plan/plan-markdown.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { json } from "../servers/scripted-wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
`;
const file = `target: cloud
organization: Acme
networks: { oslo: { name: Oslo, productTypes: [appliance], appliance: { vlansSettings: { vlansEnabled: true } } } }
`;

/** Plans a network with VLANs, which must be switched on first. */
async function planned() {
  const send = async ({ url }: { readonly url: string }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/organizations")) return json(200, [{ id: "1", name: "Acme" }]);
    if (pathname.endsWith("/networks"))
      return json(200, [{ id: "N1", name: "Oslo", productTypes: ["appliance"] }]);
    return json(200, { vlansEnabled: false });
  };
  const { plan } = await stage({ project, files: { "a.yaml": file }, between: () => ({ send }) }).plan();
  return plan;
}

test("a plan, its drift and its findings name a kind by its title", async () => {
  const plan = await planned();
  const texts = {
    text: planText(plan, plain),
    markdown: planMarkdown(plan),
    html: planHtml(plan),
    drift: driftText(plan, plain),
    comment: driftMarkdown(plan),
    findings: planFindings(plan)
      .map(({ message }) => message)
      .join("\n"),
  };
  for (const [name, text] of Object.entries(texts)) {
    expect(text, name).toContain("VLAN settings of an appliance");
    expect(text, name).not.toContain("appliance vlans settings");
  }
});

test("the document for machines has the kind's name, and its title beside it", async () => {
  expect(planDocument(await planned())).toMatchObject({
    steps: [{ kind: "applianceVlansSettings", address: "cloud/applianceVlansSettings/oslo" }],
    titles: { "cloud/applianceVlansSettings": "VLAN settings of an appliance" },
  });
});
