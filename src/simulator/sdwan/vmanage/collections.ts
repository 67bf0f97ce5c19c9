/** The collections of a simulated vManage: paths, the forms of lists and items, and the answers to writes. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isList, isRecord } from "../../wire/message.ts";
import { inData } from "./answers.ts";
import { parcelPaths } from "./parcel-paths.ts";
import type { VmanageObject } from "./state.ts";

/** An object with everything that is needed to show it. */
export interface ObjectView extends VmanageObject {
  readonly id: string;
  /** The type of the object. */
  readonly type: string;
  /** Returns the name and type of the profile with an id. */
  readonly named: (id: string) => JsonObject;
}

/** The style of collections. Their paths are below `/dataservice`. */
interface CollectionStyle {
  /** The path of a collection. In a text, `*` is the id of an object that must exist. */
  readonly at: RegExp | string;
  /** The prefix of an item's id in the path of a read, for example `/definition`. If absent, there is no prefix. */
  readonly itemsAt?: string;
  /** The required members of a body. */
  readonly needs: readonly string[];
  /** The member that must be unique in its collection. */
  readonly unique: string;
  /** The member that contains the id. */
  readonly id: string;
  readonly item: (shown: ObjectView) => JsonObject;
  /** Returns an item in the form that lists show. If absent, lists show an item as a single read does. */
  readonly inList?: (shown: ObjectView) => JsonObject;
  readonly list: (records: readonly JsonObject[], now: number) => Json;
  readonly created: (id: string) => Json;
  readonly updated: (id: string) => Json;
}

const owner = "simulated-sdwan-user";

const stamps = ({ createdOn, updatedOn }: VmanageObject) => ({
  createdBy: owner,
  lastUpdatedBy: owner,
  createdOn,
  lastUpdatedOn: updatedOn,
});

const inArray = (records: readonly JsonObject[]): Json => records;
const noTemplates = { masterTemplatesAffected: [] };

/** Returns the style of policies, definitions and lists of the older configuration model. */
function older(id: string): Pick<CollectionStyle, "id" | "item" | "list" | "created" | "updated"> {
  return {
    id,
    item: (shown) => ({
      ...shown.value,
      [id]: shown.id,
      owner,
      lastUpdated: shown.updatedOn,
      referenceCount: 0,
      references: [],
    }),
    list: inData,
    created: (made) => ({ [id]: made }),
    updated: () => noTemplates,
  };
}

/** The style of groups and tags of the newer configuration model. */
const group: Pick<CollectionStyle, "id" | "item" | "list" | "created" | "updated"> = {
  id: "id",
  item: (shown) => ({ ...shown.value, id: shown.id, ...stamps(shown), numberOfDevices: 0 }),
  list: inArray,
  created: (id) => ({ id }),
  updated: (id) => ({ id }),
};

function without(record: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const definition = older("definitionId");
const policy = older("policyId");

/** The style of groups that show the names and types of their profiles. */
const groupOfProfiles: typeof group = {
  ...group,
  item: (shown) => {
    const { profiles } = shown.value;
    const ids = isList(profiles) ? profiles.flatMap((each) => (isRecord(each) ? String(each.id) : [])) : [];
    return {
      ...group.item(shown),
      profiles: ids.map((id) => ({ id, solution: "sdwan", ...shown.named(id) })),
    };
  },
};

const profile: CollectionStyle = {
  at: /^\/v1\/feature-profile\/sdwan\/[a-z-]+$/,
  needs: ["name", "description"],
  unique: "name",
  id: "id",
  list: inArray,
  item: (shown) => ({
    profileId: shown.id,
    profileName: shown.value.name ?? null,
    solution: "sdwan",
    profileType: shown.type,
    description: shown.value.description ?? null,
    ...stamps(shown),
    profileParcelCount: 0,
  }),
  created: (id) => ({ id }),
  updated: (id) => ({ id }),
};

const parcel = {
  needs: ["name"],
  unique: "name",
  id: "parcelId",
  list: inData,
  item: (shown: ObjectView) => ({
    parcelId: shown.id,
    parcelType: shown.type,
    ...stamps(shown),
    payload: shown.value,
  }),
  created: (parcelId: string) => ({ parcelId }),
  updated: (parcelId: string) => ({ parcelId }),
};

/** Returns the style of a collection of parcels. `path` is the collection's path. */
function parcelStyle(path: string): CollectionStyle {
  return { ...parcel, at: `/v1/feature-profile/sdwan/${path}` };
}

/** The style of feature templates and device templates. */
const template: Omit<CollectionStyle, "at" | "needs"> = {
  ...older("templateId"),
  itemsAt: "/object",
  unique: "templateName",
  item: (shown) => ({
    ...shown.value,
    templateId: shown.id,
    createdBy: owner,
    createdOn: shown.createdOn,
    lastUpdatedBy: owner,
    lastUpdatedOn: shown.updatedOn,
    "@rid": 1,
    resourceGroup: "global",
  }),
  created: (templateId) => ({ templateId }),
};

const describedTemplate = ["templateName", "templateDescription", "deviceType"] as const;

const named = ["name", "description"] as const;

/** The styles in the order in which they are searched. */
const styles: readonly CollectionStyle[] = [
  {
    at: /^\/template\/policy\/list\/[a-z0-9]+$/i,
    ...older("listId"),
    needs: ["name", "type", "entries"],
    unique: "name",
  },
  {
    at: "/template/policy/customapp",
    ...older("appId"),
    needs: ["appName"],
    unique: "appName",
    item: (shown) => ({ data: older("appId").item(shown) }),
    inList: (shown) => ({
      appId: shown.id,
      appName: shown.value.appName ?? null,
      lastUpdated: shown.updatedOn,
    }),
  },
  {
    at: /^\/template\/policy\/definition\/[a-z0-9]+$/i,
    ...definition,
    needs: [...named, "type"],
    unique: "name",
    inList: (shown) => without(definition.item(shown), "definition", "sequences", "defaultAction"),
  },
  {
    at: /^\/template\/policy\/(?:vsmart|vedge|security)$/,
    ...policy,
    itemsAt: "/definition",
    needs: ["policyName", "policyDescription", "policyType"],
    unique: "policyName",
    inList: (shown) => without(policy.item(shown), "policyDefinition"),
  },
  {
    at: /^\/template\/feature$/,
    ...template,
    needs: [...describedTemplate, "templateType", "templateMinVersion", "templateDefinition"],
    inList: (shown) => {
      const { templateDefinition = {}, ...record } = template.item(shown);
      return { ...record, templateDefinition: JSON.stringify(templateDefinition) };
    },
  },
  {
    at: /^\/template\/device$/,
    ...template,
    needs: [...describedTemplate, "configType"],
    inList: (shown) => without(template.item(shown), "generalTemplates", "templateConfiguration"),
  },
  profile,
  ...parcelPaths.map(parcelStyle),
  {
    at: /^\/v1\/(?:config|policy|topology)-group$/,
    ...groupOfProfiles,
    needs: [...named, "solution"],
    unique: "name",
  },
  { at: /^\/v1\/tags$/, ...group, needs: named, unique: "name" },
];

/** A collection, and the paths of its parents. */
export interface CollectionAt {
  readonly style: CollectionStyle;
  readonly path: string;
  readonly parents: readonly string[];
}

/** Returns the collection at a path. Returns undefined if there is none. */
export function collectionAt(path: string): CollectionAt | undefined {
  for (const style of styles) {
    const parents = parentsIn(style.at, path);
    if (parents) return { style, path, parents };
  }
  return undefined;
}

/** Returns the paths of a collection's parent objects. Returns undefined if the path belongs to another collection. */
function parentsIn(at: RegExp | string, path: string): readonly string[] | undefined {
  if (typeof at !== "string") return at.test(path) ? [] : undefined;
  const [wanted, parts] = [at.split("/"), path.split("/")];
  if (wanted.length !== parts.length) return undefined;
  if (!wanted.every((each, index) => (each === "*" ? parts[index] !== "" : each === parts[index])))
    return undefined;
  return wanted.flatMap((each, index) => (each === "*" ? [parts.slice(0, index + 1).join("/")] : []));
}

/** Returns the type of the objects in a collection. */
export function typeOf(path: string): string {
  const inProfile = /^\/v1\/feature-profile\/sdwan\/[a-z-]+\/[^/]+\/(.+)$/.exec(path)?.[1];
  if (inProfile === undefined) return path.slice(path.lastIndexOf("/") + 1);
  return inProfile.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\//g, "");
}
