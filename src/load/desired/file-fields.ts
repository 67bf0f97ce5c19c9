/**
 * File fields: fields that a document sets once for all its entries. Some name an observed resource, which is then
 * declared too.
 */

import { type Address, address, addressParts } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Target } from "../../model/project.ts";
import { explain } from "../../yaml/schema-issues.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import type { DefaultsGroup } from "./composing/entry-groups.ts";
import type { Instance } from "./composing/instances.ts";
import type { HeaderField, InheritedLayers } from "./defaults.ts";
import type { AncestorContext } from "./entry.ts";
import { type LoadRun, reportNode } from "./load-run.ts";
import type { InterfaceSections } from "./sections.ts";

/** A document, with its target and everything that it inherits. */
export interface FileIn {
  readonly inherited: InheritedLayers;
  readonly root: DocumentNode;
  readonly target: Target;
  readonly shape: InterfaceSections;
  readonly instance: Instance;
  /** The defaults, by full section names. */
  readonly defaults: JsonObject;
  readonly groups: readonly DefaultsGroup[];
  readonly rank: number;
}

const none: ReadonlySet<DefaultsGroup> = new Set();

/** Checks the file fields of a document, and returns the settings for all its entries. */
export function fileFields(run: LoadRun, of: FileIn): Omit<AncestorContext, "place"> {
  const { inherited, root, target, shape } = of;
  const scope: Record<string, string> = {};
  let parent: Address | undefined;
  for (const field of shape.driver.fileFields) {
    const written = inherited.header.get(field.name);
    if (!written) {
      const message = `a file for ${target.name} needs \`${field.name}\``;
      if (field.required) reportNode(run, root, { code: "missing-field", message });
      continue;
    }
    const checked = field.schema.safeParse(written.value);
    if (checked.success) scope[field.name] = checked.data;
    else
      fieldFaults(
        run,
        written,
        explain(checked.error.issues, {
          schema: field.schema,
          value: written.value,
          title: `\`${field.name}\``,
          beside: [],
        }),
      );
    if (checked.success && field.implies !== undefined)
      parent = imply(run, { ...of, written, kind: field.implies, key: checked.data });
  }
  return {
    target,
    scope,
    key: "",
    fileKey: parent === undefined ? "" : addressParts(parent).key,
    parent,
    defaults: of.defaults,
    layers: inherited.layers,
    variables: of.instance.variables,
    own: of.instance.own,
    groups: of.groups,
    matched: none,
    rank: of.rank,
    protect: false,
    ownership: "declared",
  };
}

function fieldFaults(run: LoadRun, written: HeaderField, said: ReturnType<typeof explain>): void {
  for (const { code, message, hint } of said) {
    const name = written.source.path.join(".");
    reportNode(run, written.source, {
      code,
      message: message.replace("this", `\`${name}\``),
      hint,
      at: "value",
    });
  }
}

/** Declares the observed resource that a file field names, unless it is declared already. */
function imply(
  run: LoadRun,
  of: FileIn & { readonly written: HeaderField; readonly kind: string; readonly key: string },
): Address {
  const { target, shape, key } = of;
  const implied = address(target.name, of.kind, key);
  const kind = shape.driver.kinds.find((each) => each.name === of.kind);
  if (!kind || run.declared.has(implied)) return implied;
  const scope = { [of.kind]: key };
  const value = kind.canonical({});
  const resource: Resource = {
    address: implied,
    target: target.name,
    kind: kind.name,
    key,
    identity: kind.identity({ key, value, scope }),
    scope,
    value,
    secrets: [],
    lists: {},
    ownership: "declared",
    protect: false,
    observed: true,
  };
  run.declared.set(implied, {
    resource,
    place: { within: of.written.source, section: [], defaults: [] },
    variables: of.instance.variables,
  });
  return implied;
}
