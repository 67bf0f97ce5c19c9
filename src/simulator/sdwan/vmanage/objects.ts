/** How a simulated vManage reads, creates, changes and removes objects in its collections. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isRecord, json } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { SdwanState } from "../sdwan.ts";
import { vmanageError } from "./answers.ts";
import { attachedCounts, templatesAffected } from "./attachments.ts";
import { type CollectionAt, collectionAt, type ObjectView, typeOf } from "./collections.ts";
import { inventoryOfVmanage } from "./inventory.ts";
import { faultOf, withSecretsEncrypted } from "./parcel-values.ts";
import { isUnderWay } from "./pushes.ts";
import { forged } from "./sessions.ts";
import { freshVmanage, type VmanageObject, type VmanageState, withNextId } from "./state.ts";
import { templateFault } from "./template-values.ts";

/** The paths of templates. Lists at these paths show how many devices and device templates use each template. */
const templatePaths: ReadonlySet<string> = new Set(["/template/feature", "/template/device"]);

/** Answers a `GET` of anything below `/dataservice`. */
export function readVmanage(state: SdwanState, call: Call): Answer<SdwanState> {
  const path = pathOf(call);
  if (path === "/device") return { state, reply: json(200, inventoryOfVmanage(state, call.now)) };
  const { vmanage = freshVmanage } = state;
  const collection = collectionAt(path);
  if (collection) {
    const missing = missingParent(vmanage, collection);
    if (missing) return { state, reply: missing };
    const { style } = collection;
    const records = inCollection(vmanage, path).map((each) => ({
      ...(style.inList ?? style.item)(each),
      ...(templatePaths.has(path) && attachedCounts(vmanage, each.id)),
    }));
    return { state, reply: json(200, style.list(records, call.now)) };
  }
  const found = itemAt(vmanage, path, "read");
  return { state, reply: found ? json(200, found.collection.style.item(found.shown)) : absent(path) };
}

/** Answers a `POST` to a collection. */
export function makeInVmanage(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  // Device templates of both types are in the same list.
  const path = pathOf(call).replace(/^(\/template\/device)\/(?:feature|cli)$/, "$1");
  const collection = collectionAt(path);
  if (collection === undefined) return { state, reply: vmanageError(404, "Not found", path) };
  const fault = missingParent(vmanage, collection) ?? refusal(vmanage, collection, call.body);
  if (fault) return { state, reply: fault };
  const { id, state: next } = withNextId(vmanage);
  const value = isRecord(call.body) ? call.body : {};
  const made: VmanageObject = { value, createdOn: call.now, updatedOn: call.now };
  return {
    state: withObject(state, next, [`${path}/${id}`, made]),
    reply: json(200, collection.style.created(id)),
  };
}

/** Answers a `PUT` of an item, which replaces the item. */
export function changeInVmanage(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  const path = pathOf(call);
  const found = itemAt(vmanage, path, "write");
  if (found === undefined) return { state, reply: absent(path) };
  const { collection, shown } = found;
  const fault = refusal(vmanage, { ...collection, own: shown.id }, call.body);
  if (fault) return { state, reply: fault };
  const affected = templatesAffected(vmanage, shown.id);
  if (affected.some((id) => isUnderWay(vmanage, id, call.now)))
    return { state, reply: vmanageError(400, "Failed to update", "Template locked in edit mode.") };
  // If a policy was active, it stays active.
  const { isPolicyActivated } = shown.value;
  const changed: VmanageObject = {
    value: {
      ...(isRecord(call.body) && call.body),
      ...(isPolicyActivated !== undefined && { isPolicyActivated }),
    },
    createdOn: shown.createdOn,
    updatedOn: call.now,
  };
  const put = [`${collection.path}/${shown.id}`, changed] as const;
  const answer =
    affected.length > 0 ? { masterTemplatesAffected: affected } : collection.style.updated(shown.id);
  return { state: withObject(state, vmanage, put), reply: json(200, answer) };
}

function withObject(
  state: SdwanState,
  vmanage: VmanageState,
  [path, object]: readonly [string, VmanageObject],
): SdwanState {
  return { ...state, vmanage: { ...vmanage, objects: new Map(vmanage.objects).set(path, object) } };
}

/**
 * Answers the `DELETE` of an item. It also removes everything inside the item. It is refused while a group or a policy
 * refers to the item.
 */
export function removeFromVmanage(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  const path = pathOf(call);
  const found = itemAt(vmanage, path, "write");
  if (found === undefined) return { state, reply: absent(path) };
  const own = `${found.collection.path}/${found.shown.id}`;
  const isUsed = [...vmanage.attached.values()].some(({ templateId }) => templateId === found.shown.id);
  if (isUsed)
    return { state, reply: vmanageError(400, "Delete failed", "the template is attached to devices") };
  const isNamed = [...vmanage.objects].some(
    ([at, { value }]) => !at.startsWith(own) && JSON.stringify(value).includes(`"${found.shown.id}"`),
  );
  if (isNamed) return { state, reply: vmanageError(400, "Delete failed", "it is referenced") };
  const objects = new Map([...vmanage.objects].filter(([at]) => at !== own && !at.startsWith(`${own}/`)));
  return { state: { ...state, vmanage: { ...vmanage, objects } }, reply: json(200, {}) };
}

function pathOf({ parameters }: Call): string {
  const path = `/${decodeURIComponent(parameters.path ?? "")}`;
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function absent(path: string) {
  const message = path.startsWith("/v1/") ? "Invalid feature Id" : "Invalid Template Id";
  return vmanageError(400, message, `there is no ${path}`);
}

function missingParent({ objects }: VmanageState, { parents }: CollectionAt) {
  const missing = parents.find((path) => !objects.has(path));
  return missing === undefined ? undefined : vmanageError(400, "Invalid feature profile Id", missing);
}

function inCollection({ objects }: VmanageState, path: string): readonly ObjectView[] {
  return [...objects].flatMap(([at, object]) => {
    const cut = at.lastIndexOf("/");
    if (at.slice(0, cut) !== path) return [];
    const own = { value: withSecretsEncrypted(object.value), id: at.slice(cut + 1), type: typeOf(path) };
    return [{ ...object, ...own, named: (id: string) => profileNamed(objects, id) }];
  });
}

function profileNamed(objects: VmanageState["objects"], id: string): JsonObject {
  const found = [...objects].find(([at]) => at.endsWith(`/${id}`));
  if (found === undefined) return {};
  const [at, { value }] = found;
  return { name: value.name ?? null, type: typeOf(at.slice(0, at.lastIndexOf("/"))) };
}

/** Returns the item at a path, and its collection. */
function itemAt(
  state: VmanageState,
  path: string,
  to: "read" | "write",
): { readonly collection: CollectionAt; readonly shown: ObjectView } | undefined {
  const cut = path.lastIndexOf("/");
  const above = path.slice(0, cut);
  const plain = collectionAt(above);
  const itemsAt = collectionAt(above.replace(/\/(?:definition|object)$/, ""))?.style.itemsAt;
  const collection =
    to === "read" && itemsAt !== undefined ? collectionAt(above.slice(0, -itemsAt.length)) : plain;
  const shown =
    collection && inCollection(state, collection.path).find(({ id }) => id === path.slice(cut + 1));
  if (collection === undefined || shown === undefined) return undefined;
  return { collection, shown };
}

/** What a body is for: a new item of a collection, or the existing item that has the id `own`. */
interface Refusable extends CollectionAt {
  readonly own?: string;
}

/** Returns the refusal of a body. Returns undefined if the body is accepted. */
function refusal(state: VmanageState, { style, path, own }: Refusable, body: Json) {
  if (!isRecord(body)) return vmanageError(400, "Invalid payload", "an object is required");
  const lacks = style.needs.filter((name) => body[name] === undefined || body[name] === "");
  if (lacks.length > 0) return vmanageError(400, "Invalid payload", `required: ${lacks.join(", ")}`);
  const isTemplate = path === "/template/feature";
  const fault = style.id === "parcelId" ? faultOf(body) : isTemplate ? templateFault(body) : undefined;
  if (fault !== undefined) return vmanageError(400, "JSON Schema validation error", fault);
  const name = body[style.unique];
  const isTaken = inCollection(state, path).some(
    ({ id, value }) => id !== own && value[style.unique] === name,
  );
  return isTaken ? vmanageError(400, "Name already exists", `${String(name)} is there already`) : undefined;
}
