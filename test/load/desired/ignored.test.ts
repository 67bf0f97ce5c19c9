/** The fields in `ignore:` of the project file, and the messages if desired state declares them. */

import { expect, test } from "vitest";
import { loadTexts, project, told } from "../fixtures.ts";

const text = `target: cloud
organization: Acme
networks:
  rome:
    name: Rome
    tags: [a]
    netflow: { enabled: true, collectorPort: 2055 }
  oslo: { name: Oslo }
  lab: { name: Lab, timeZone: Europe/Rome }
`;

function loaded(...ignore: readonly { readonly address: string; readonly fields: readonly string[] }[]) {
  return loadTexts({ "desired-state/x.yaml": text }, { ...project, ignore });
}

test("are kept with each resource whose address matches, in the order of the rules", () => {
  const { desired } = loaded(
    { address: "cloud/network/*", fields: ["/tags"] },
    { address: "cloud/network/rome", fields: ["/timeZone", "/netflow/*"] },
  );
  const ignored = (key: string) => desired.resources.get(`cloud/network/${key}`)?.ignored;
  expect(ignored("rome")).toEqual(["/tags", "/timeZone", "/netflow/*"]);
  expect(ignored("oslo")).toEqual(["/tags"]);
});

test("are warned of where they are declared, once for the topmost one, and the resources are loaded", () => {
  const hint = "(trueup sends it only when the resource is created: remove it here, or from `ignore:`.)";
  const said = (field: string) =>
    `declared-and-ignored: ${field} is declared, but \`ignore:\` in trueup.yaml excludes it from comparison ${hint}`;
  const one = loaded({ address: "cloud/network/rome", fields: ["/tags", "/netflow/collectorPort"] });
  expect(told(one)).toEqual([`6:5 ${said("`tags`")}`, `7:31 ${said("`netflow.collectorPort`")}`]);
  expect(one.problems.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  expect(one.desired.resources.get("cloud/network/rome")?.value).toMatchObject({ tags: ["a"] });
  const whole = loaded({ address: "cloud/network/*", fields: ["/netflow", "/netflow/**"] });
  expect(told(whole)).toEqual([`7:5 ${said("`netflow`")}`]);
});

test("are not spoken of where nobody declares them", () => {
  expect(told(loaded({ address: "cloud/network/oslo", fields: ["/tags", "/netflow/**"] }))).toEqual([]);
  expect(told(loaded({ address: "cloud/ssid/*", fields: ["/**"] }))).toEqual([]);
  const desired = loaded().desired;
  expect(desired.resources.get("cloud/network/rome")?.ignored).toBeUndefined();
});
