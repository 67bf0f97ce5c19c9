/** Meraki's catalog: which parts of the product it has kinds for, and which dangers it names. */

import { describe, expect, test } from "vitest";
import type { Field, Fields } from "../../src/catalog/schema/field.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

const { kinds } = catalogsIn().read("meraki");
const named = (name: string) => kinds.find(({ kind }) => kind === name);

/** Returns all fields, including those inside objects and lists. */
function within(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [[name, field] as const, ...inside(field)]);
}

function inside({
  properties = {},
  items,
  additionalProperties,
}: Field): readonly (readonly [string, Field])[] {
  const others = [items, additionalProperties].filter((each) => each !== undefined);
  return [...within(properties), ...others.flatMap(inside)];
}

describe("Meraki's catalog", () => {
  test("reads and updates at least 140 kinds, the SSIDs with all 59 fields", () => {
    const whole = kinds.filter(({ list, item, update }) => (list ?? item) && update);
    expect(whole.length).toBeGreaterThanOrEqual(140);
    const { fields = {} } = named("ssid") ?? {};
    expect(Object.values(fields).filter(({ since }) => since === undefined)).toHaveLength(59);
  });

  test("asks for no id of the product: what names another kind's id refers to its key", () => {
    const ids = kinds.flatMap(({ kind, fields }) =>
      within(fields).flatMap(([name, { refersTo }]) =>
        /(?:[nN]etwork|[gG]roupPolicy|rfProfile|[cC]onfigTemplate|floorPlan|portSchedule)Ids?$/.test(name) &&
        refersTo === undefined
          ? [`${kind}.${name}`]
          : [],
      ),
    );
    // The ports of a switch profile belong to a template. A template has no port schedules, which belong to networks,
    // so there is no key to refer to.
    expect(ids).toEqual(["configTemplateSwitchProfilePort.portScheduleId"]);
  });

  test("has no password in the clear, and none that a plan would show", () => {
    const open = kinds.flatMap(({ kind, fields }) =>
      within(fields).flatMap(([name, { type, secret }]) =>
        /(?:password|passphrase|psk|secret|pass|communityString)$/i.test(name) && type === "string" && !secret
          ? [`${kind}.${name}`]
          : [],
      ),
    );
    expect(open).toEqual([]);
  });

  test("keeps a section free of fields by the same name", () => {
    const clashes = kinds.flatMap(({ kind, in: parent, atTop, section }) => {
      const fields = atTop || parent === undefined ? {} : (named(parent)?.fields ?? {});
      return Object.hasOwn(fields, section.split(".")[0] ?? "") ? [kind] : [];
    });
    expect(clashes).toEqual([]);
  });

  test.each([
    ...["admin", "organizationLoginSecurity", "organizationSaml", "samlIdp", "samlRole"],
    ...["deviceManagementInterface", "deviceApplianceUplinksSettings", "applianceSiteToSiteVpn"],
    ...[
      "switchAlternateManagementInterface",
      "wirelessAlternateManagementInterface",
      "cellularGatewayUplink",
    ],
  ])("warns of %s, by which somebody can lock himself out", (name) => {
    expect(named(name)?.lockout).toEqual(["*"]);
  });

  test.each(["organization", "admin", "configTemplate", "networkDevice", "networkTemplate"])(
    "removes nothing of the kind %s unless that is switched on",
    (name) => expect(named(name)?.removal).toBe("off"),
  );
});
