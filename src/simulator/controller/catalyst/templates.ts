/** Templates of a simulated Catalyst Center: projects, drafts, committed versions, deployments to devices. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import { deviceFault } from "./devices.ts";
import { judged, missing, type RecordPath, recordRoutes, recordsNamed } from "./records.ts";
import { begin, catalystIn } from "./tasks.ts";

const programmer = "/dna/intent/api/v1/template-programmer";
const text = z.string().min(1);
const flag = z.boolean().exactOptional();
const language = z.enum(["JINJA", "VELOCITY"]);

const template = z.strictObject({
  name: text,
  description: z.string().exactOptional(),
  language,
  softwareType: text,
  softwareVariant: text.exactOptional(),
  softwareVersion: text.exactOptional(),
  templateContent: z.string().exactOptional(),
  deviceTypes: z
    .array(
      z.strictObject({
        productFamily: text,
        productSeries: text.exactOptional(),
        productType: text.exactOptional(),
      }),
    )
    .min(1),
  templateParams: z.array(z.looseObject({ parameterName: text, dataType: text })).exactOptional(),
  composite: flag,
  containingTemplates: z
    .array(z.looseObject({ id: text, name: text, projectName: text, language }))
    .exactOptional(),
});

const projects: RecordPath = {
  name: "template projects",
  path: `${programmer}/project`,
  schema: z.strictObject({ name: text, description: z.string().exactOptional() }),
  unique: ["name"],
  update: "body",
  bare: true,
};

const templates: RecordPath = {
  name: "templates",
  path: `${programmer}/project/{projectId}/template`,
  listPath: `${programmer}/template`,
  itemPath: `${programmer}/template`,
  schema: template,
  unique: ["projectId", "name"],
  update: "body",
  bare: true,
  filters: { projectId: "projectId" },
};

/** The routes of templates. */
export const templateRoutes: readonly Route<ControllerState>[] = [
  { method: "POST", path: `${programmer}/template/version`, answer: commit },
  {
    method: "GET",
    path: `${programmer}/template/version/{id}`,
    answer: (state, call) => ({ state, reply: json(200, versionsOf(state, call)) }),
  },
  { method: "POST", path: `${programmer}/template/deploy`, answer: deploy },
  { method: "GET", path: `${programmer}/template/deploy/status/{id}`, answer: deploymentStatus },
  { method: "GET", path: `${programmer.replace("v1", "v2")}/template`, answer: listTemplates },
  ...recordRoutes(projects),
  ...recordRoutes(templates),
];

/** Lists templates. With `allTemplateAttributes=true`, a query parameter of API version 2, the records are complete. */
function listTemplates(state: ControllerState, call: Call): Answer<ControllerState> {
  const project = call.query.get("projectId");
  const isWhole = call.query.get("allTemplateAttributes") === "true";
  const found = recordsNamed(state, templates.name).flatMap(([id, value]) => {
    const { name = "", projectId = "" } = value;
    if (project !== null && project !== projectId) return [];
    return [isWhole ? { ...value, id } : { id, name, projectId }];
  });
  return { state, reply: inResponse(found) };
}

const committing = z.strictObject({ templateId: text, comments: z.string().exactOptional() });

function commit(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(committing, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const { templateId = "", comments = "" } = body.value;
  const draft = catalystIn(state).things.get(String(templateId));
  if (draft?.collection !== templates.name) return { state, reply: missing(String(templateId)) };
  const content = String(draft.value.templateContent ?? "");
  if (content.split("{{").length !== content.split("}}").length)
    return begin(state, call, () => ({ do: "fail", reason: "NCTP10023: Template has syntax errors: '{{'" }));
  const count = recordsNamed(state, "template versions").filter(
    ([, each]) => each.templateId === templateId,
  ).length;
  const value = { templateId, versionComment: comments, version: String(count + 1), content };
  const thing = { collection: "template versions", value, unique: ["templateId", "version"] };
  return begin(state, call, (id) => ({ do: "put", id, thing }));
}

/** Returns the versions of a template, the latest first. Clients must not rely on this order. */
function versionsOf(state: ControllerState, { parameters }: Call): JsonObject[] {
  const { id: templateId = "" } = parameters;
  const versionsInfo = recordsNamed(state, "template versions").flatMap(([id, { content: _, ...value }]) =>
    value.templateId === templateId ? [{ ...value, id }] : [],
  );
  return versionsInfo.length === 0 ? [] : [{ templateId, versionsInfo: versionsInfo.toReversed() }];
}

const resourceParam = z.strictObject({ type: text, scope: text, value: text });
const deployment = z.strictObject({
  templateId: text,
  forcePushTemplate: flag,
  copyingConfig: flag,
  isComposite: flag,
  mainTemplateId: text.exactOptional(),
  targetInfo: z
    .array(
      z.strictObject({
        id: text,
        type: z.enum(["MANAGED_DEVICE_UUID", "MANAGED_DEVICE_IP", "MANAGED_DEVICE_HOSTNAME"]),
        params: z.record(z.string(), z.json()).exactOptional(),
        versionedTemplateId: text.exactOptional(),
        resourceParams: z.array(resourceParam).exactOptional(),
      }),
    )
    .min(1),
});

/** Deploys a template. The reply is a sentence that ends with the deployment's id, as in the product. */
function deploy(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = deployment.safeParse(call.body);
  if (!body.success) return { state, reply: catalystError(400, "templateId and targetInfo are required") };
  const { templateId, targetInfo } = body.data;
  const [target] = targetInfo;
  const device = target?.id ?? "";
  const versions = recordsNamed(state, "template versions").filter(
    ([, each]) => each.templateId === templateId,
  );
  const isCommitted =
    target?.versionedTemplateId === undefined
      ? versions.length > 0
      : versions.some(([id]) => id === target.versionedTemplateId);
  const fault = deviceFault(state, device) ?? (isCommitted ? undefined : "the template is not committed");
  const said =
    fault === undefined ? { status: "SUCCESS" } : { status: "FAILURE", detailedStatusMessage: fault };
  const value = { templateId, device, endsAt: call.now + call.settings.taskMs, ...said };
  const { state: next } = begin(
    { ...state, catalyst: { ...catalystIn(state) } },
    { ...call, settings: { ...call.settings, taskMs: 0 } },
    (id) => ({ do: "put", id, thing: { collection: "deployments", value, unique: [] } }),
  );
  const id = recordsNamed(next, "deployments").at(-1)?.[0] ?? "";
  const told = `Deployment of  Template: ${templateId}.ApplicableTargets: [${device}]Template Deployemnt Id: ${id}`;
  return {
    state: next,
    reply: json(202, { deploymentId: told, startTime: "", endTime: "", duration: "0 seconds" }),
  };
}

function deploymentStatus(state: ControllerState, call: Call): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  const found = catalystIn(state).things.get(id);
  if (found?.collection !== "deployments") return { state, reply: missing(id) };
  const { device = "", status = "", detailedStatusMessage = "", endsAt = 0 } = found.value;
  const isOver = call.now >= Number(endsAt);
  const one = isOver
    ? { deviceId: device, status, detailedStatusMessage }
    : { deviceId: device, status: "IN_PROGRESS" };
  return {
    state,
    reply: json(200, { deploymentId: id, status: isOver ? status : "IN_PROGRESS", devices: [one] }),
  };
}
