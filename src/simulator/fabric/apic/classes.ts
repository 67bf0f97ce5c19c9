/** The classes of managed objects that the simulated APIC knows: names, defaults, and implicitly created objects. */

import { accessClasses } from "./access-classes.ts";
import { annotated, classesIn, named, type ObjectClass } from "./class-table.ts";
import { fabricClasses } from "./fabric-classes.ts";
import { outsideClasses } from "./outside-classes.ts";
import { objectsOfFabric } from "./system-objects.ts";
import { tenantClasses } from "./tenant-classes.ts";

/**
 * Returns the class of a relation to another object, which is referred to by name. The APIC creates the relation
 * without a target.
 */
function relation(rn: string, attribute: string, more: Readonly<Record<string, string>> = {}): ObjectClass {
  return { rn, attributes: { ...annotated, [attribute]: "", ...more } };
}

const unspecified = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, "unspecified"]));

const bridgeDomain = {
  OptimizeWanBandwidth: "no",
  arpFlood: "no",
  epClear: "no",
  epMoveDetectMode: "",
  hostBasedRouting: "no",
  intersiteBumTrafficAllow: "no",
  intersiteL2Stretch: "no",
  ipLearning: "yes",
  llAddr: "::",
  limitIpLearnToSubnets: "yes",
  mac: "00:22:BD:F8:19:FF",
  mcastAllow: "no",
  multiDstPktAct: "bd-flood",
  type: "regular",
  unicastRoute: "yes",
  unkMacUcastAct: "proxy",
  unkMcastAct: "flood",
  vmac: "not-applicable",
};

const group = {
  floodOnEncap: "disabled",
  fwdCtrl: "",
  hasMcastSource: "no",
  isAttrBasedEPg: "no",
  prio: "unspecified",
  matchT: "AtleastOne",
  pcEnfPref: "unenforced",
  prefGrMemb: "exclude",
  shutdown: "no",
};

const routing = {
  bdEnforcedEnable: "no",
  ipDataPlaneLearning: "enabled",
  knwMcastAct: "permit",
  pcEnfDir: "ingress",
  pcEnfPref: "enforced",
};

const entry = {
  applyToFrag: "no",
  stateful: "no",
  tcpRules: "",
  ...unspecified("arpOpc", "dFromPort", "dToPort", "etherT", "icmpv4T", "icmpv6T", "matchDscp", "prot"),
  ...unspecified("sFromPort", "sToPort"),
};

const subject = {
  consMatchT: "AtleastOne",
  provMatchT: "AtleastOne",
  revFltPorts: "yes",
  ...unspecified("prio", "targetDscp"),
};

const filter = { action: "permit", directives: "", priorityOverride: "default" };

const own = new Map<string, ObjectClass>([
  ["polUni", { rn: "uni", attributes: {} }],
  ["infraInfra", { rn: "infra", attributes: named }],
  ["fvTenant", { rn: "tn-{name}", attributes: named, makes: ["fvRsTenantMonPol"] }],
  ["fvRsTenantMonPol", relation("rsTenantMonPol", "tnMonEPGPolName")],
  [
    "fvCtx",
    {
      rn: "ctx-{name}",
      attributes: { ...named, ...routing },
      makes: ["fvRsBgpCtxPol", "fvRsCtxToEpRet", "fvRsOspfCtxPol", "fvRsVrfValidationPol", "vzAny"],
    },
  ],
  ["fvRsBgpCtxPol", relation("rsbgpCtxPol", "tnBgpCtxPolName")],
  ["fvRsCtxToEpRet", relation("rsctxToEpRet", "tnFvEpRetPolName")],
  ["fvRsOspfCtxPol", relation("rsospfCtxPol", "tnOspfCtxPolName")],
  ["fvRsVrfValidationPol", relation("rsvrfValidationPol", "tnL3extVrfValidationPolName")],
  ["vzAny", { rn: "any", attributes: { ...named, matchT: "AtleastOne", prefGrMemb: "disabled" } }],
  [
    "fvBD",
    {
      rn: "BD-{name}",
      attributes: { ...named, ...bridgeDomain },
      makes: ["fvRsBDToNdP", "fvRsBdToEpRet", "fvRsCtx", "fvRsIgmpsn", "fvRsMldsn"],
    },
  ],
  ["fvRsBDToNdP", relation("rsBDToNdP", "tnNdIfPolName")],
  ["fvRsBdToEpRet", relation("rsbdToEpRet", "tnFvEpRetPolName", { resolveAct: "resolve" })],
  ["fvRsCtx", relation("rsctx", "tnFvCtxName")],
  ["fvRsIgmpsn", relation("rsigmpsn", "tnIgmpSnoopPolName")],
  ["fvRsMldsn", relation("rsmldsn", "tnMldSnoopPolName")],
  [
    "fvSubnet",
    {
      rn: "subnet-[{ip}]",
      attributes: {
        ...annotated,
        name: "",
        nameAlias: "",
        descr: "",
        ip: "",
        ctrl: "nd",
        preferred: "no",
        scope: "private",
        virtual: "no",
      },
    },
  ],
  ["fvAp", { rn: "ap-{name}", attributes: { ...named, prio: "unspecified" } }],
  [
    "fvAEPg",
    {
      rn: "epg-{name}",
      attributes: { ...annotated, name: "", nameAlias: "", descr: "", ...group },
      makes: ["fvRsBd", "fvRsCustQosPol"],
    },
  ],
  ["fvRsBd", relation("rsbd", "tnFvBDName")],
  ["fvRsCustQosPol", relation("rscustQosPol", "tnQosCustomPolName")],
  [
    "fvRsProv",
    relation("rsprov-{tnVzBrCPName}", "tnVzBrCPName", { matchT: "AtleastOne", prio: "unspecified" }),
  ],
  ["fvRsCons", relation("rscons-{tnVzBrCPName}", "tnVzBrCPName", { prio: "unspecified" })],
  [
    "fvRsDomAtt",
    relation("rsdomAtt-[{tDn}]", "tDn", { instrImedcy: "lazy", resImedcy: "immediate", encap: "unknown" }),
  ],
  [
    "vzBrCP",
    {
      rn: "brc-{name}",
      attributes: {
        ...named,
        intent: "install",
        scope: "context",
        ...unspecified("prio", "targetDscp"),
      },
    },
  ],
  [
    "vzSubj",
    { rn: "subj-{name}", attributes: { ...annotated, name: "", nameAlias: "", descr: "", ...subject } },
  ],
  ["vzRsSubjFiltAtt", relation("rssubjFiltAtt-{tnVzFilterName}", "tnVzFilterName", filter)],
  ["vzFilter", { rn: "flt-{name}", attributes: named }],
  ["vzEntry", { rn: "e-{name}", attributes: { ...annotated, name: "", nameAlias: "", descr: "", ...entry } }],
  [
    "fvRsPathAtt",
    relation("rspathAtt-[{tDn}]", "tDn", {
      descr: "",
      encap: "unknown",
      instrImedcy: "lazy",
      mode: "regular",
      primaryEncap: "unknown",
    }),
  ],
  ["fvRsBDToOut", relation("rsBDToOut-{tnL3extOutName}", "tnL3extOutName")],
  [
    "l3extOut",
    {
      rn: "out-{name}",
      attributes: { ...named, enforceRtctrl: "export", mplsEnabled: "no", targetDscp: "unspecified" },
      makes: ["l3extRsEctx"],
    },
  ],
  ["l3extRsEctx", relation("rsectx", "tnFvCtxName")],
  ["l3extRsL3DomAtt", relation("rsl3DomAtt", "tDn")],
  [
    "l3extInstP",
    {
      rn: "instP-{name}",
      attributes: {
        ...annotated,
        name: "",
        nameAlias: "",
        descr: "",
        floodOnEncap: "disabled",
        matchT: "AtleastOne",
        prefGrMemb: "exclude",
        prio: "unspecified",
        targetDscp: "unspecified",
      },
      makes: ["fvRsCustQosPol"],
    },
  ],
  [
    "l3extSubnet",
    {
      rn: "extsubnet-[{ip}]",
      attributes: {
        ...annotated,
        name: "",
        nameAlias: "",
        descr: "",
        ip: "",
        aggregate: "",
        scope: "import-security",
      },
    },
  ],
  [
    "bgpPeerP",
    {
      rn: "peerP-[{addr}]",
      attributes: { ...annotated, descr: "", addr: "", ctrl: "", peerCtrl: "", ttl: "1" },
    },
  ],
  [
    "ospfExtP",
    { rn: "ospfExtP", attributes: { ...annotated, areaId: "backbone", areaCtrl: "redistribute,summary" } },
  ],
  [
    "physDomP",
    { rn: "phys-{name}", attributes: { ...annotated, name: "", nameAlias: "", ownerKey: "", ownerTag: "" } },
  ],
  ["fvnsVlanInstP", { rn: "vlanns-[{name}]-{allocMode}", attributes: { ...named, allocMode: "dynamic" } }],
  [
    "fvnsEncapBlk",
    {
      rn: "from-[{from}]-to-[{to}]",
      attributes: {
        ...annotated,
        name: "",
        descr: "",
        from: "",
        to: "",
        allocMode: "inherit",
        role: "external",
      },
    },
  ],
  ["tagAnnotation", { rn: "annotationKey-[{key}]", attributes: { key: "", value: "" } }],
]);

/** The classes by name, with the facts from all tables. */
export const classes: ReadonlyMap<string, ObjectClass> = allClasses();

function allClasses(): ReadonlyMap<string, ObjectClass> {
  const tables = [accessClasses, fabricClasses, outsideClasses, tenantClasses];
  const all = new Map(tables.flatMap((table) => [...classesIn(table)]));
  for (const [name, { rn, attributes, makes = [] }] of own) {
    const told = all.get(name);
    const made = [...new Set([...makes, ...(told?.makes ?? [])])];
    const whole = { rn, attributes: { ...told?.attributes, ...attributes }, values: told?.values ?? {} };
    all.set(name, made.length > 0 ? { ...whole, makes: made } : whole);
  }
  return all;
}

/** Objects that exist from the beginning and cannot be deleted, by path. */
export const systemObjects: Readonly<Record<string, { readonly class: string; readonly name: string }>> = {
  ...objectsOfFabric(classes),
  "uni/tn-common": { class: "fvTenant", name: "common" },
  "uni/tn-infra": { class: "fvTenant", name: "infra" },
  "uni/tn-mgmt": { class: "fvTenant", name: "mgmt" },
};

/** Returns the last part of an object's path. Returns undefined if a naming attribute is missing. */
export function rnOf(
  { rn, attributes }: ObjectClass,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const all = { ...attributes, ...given };
  let isWhole = true;
  const text = rn.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = all[name] ?? "";
    if (value === "") isWhole = false;
    return value;
  });
  return isWhole ? text : undefined;
}
