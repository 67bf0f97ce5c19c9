/** The state of one load (findings, declared resources, references), and how findings are reported. */

import { type Address, address } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { Meter } from "../../model/meter.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import type { Project, Target } from "../../model/project.ts";
import type { SourcePosition } from "../../model/source.ts";
import type { Caret } from "../../yaml/caret.ts";
import type { LoadFinding } from "../../yaml/findings.ts";
import type { DocumentNode, Row } from "../composition/document-node.ts";
import type { VariableScope } from "../composition/scope.ts";
import type { TargetModels } from "../target-models.ts";
import { caretOf, type EntryPlace, fieldOrigin, spotOf } from "./field-places.ts";
import type { SectionsByDialect } from "./sections.ts";

/** A declared resource and its place. */
export interface DeclaredResource {
  readonly resource: Resource;
  readonly place: EntryPlace;
  /** The variables that the resource's expressions may use. */
  readonly variables: VariableScope;
}

/** A secret reference that desired state may use. It is resolved later. */
export class Reference {
  readonly reference: string;
  readonly address: Address;
  readonly path: Pointer;
  readonly #place: EntryPlace;

  constructor(of: {
    readonly reference: string;
    readonly address: Address;
    readonly path: Pointer;
    readonly place: EntryPlace;
  }) {
    this.reference = of.reference;
    this.address = of.address;
    this.path = of.path;
    this.#place = of.place;
  }

  /** The place where the reference is written; computed lazily. */
  get at(): SourcePosition {
    const { layer: _, row: __, ...at } = fieldOrigin(spotOf(this.#place, segments(this.path)));
    return at;
  }
}

/** The first declaration of a container. Its other declarations are compared with it. */
export interface SeenContainer {
  /** The container's complete value, for comparison with other declarations. */
  readonly value: Json;
  readonly place: EntryPlace;
  /** The container's own fields, and the settings for everything inside it. */
  readonly fields: Json;
  readonly holds: Pick<Resource, "site" | "protect" | "ownership">;
  readonly variables: VariableScope;
}

/** The results that one load collects. */
export interface LoadRun {
  readonly project: Project;
  readonly shapes: SectionsByDialect;
  readonly findings: LoadFinding[];
  readonly declared: Map<Address, DeclaredResource>;
  /** The addresses of all entries, valid or not. */
  readonly named: Set<Address>;
  /** Addresses that are declared more than once. */
  readonly duplicated: Set<Address>;
  readonly references: Reference[];
  readonly holders: Map<Address, SeenContainer>;
  readonly models: TargetModels;
  /** The budget for all expressions together. */
  readonly budget: Meter;
  /** False: no text contains an expression, so values need not be searched for expressions. */
  readonly hasExpressions: boolean;
  /** False: no text contains what looks like another tool's expression. */
  readonly hasOtherBraces: boolean;
  /** Counts the values of documents with `each`. If there are too many, returns the limit; otherwise undefined. */
  readonly made: (values: number) => number | undefined;
  /** The names of all variables that any layer of desired state declares. */
  readonly variableNames: Set<string>;
  /** True: entries may have overlays, because there are several folders or instantiated documents. */
  readonly hasOverlays: boolean;
  /** How entries are validated. Generating code for schemas pays off only if there are many entries. */
  readonly checking: { readonly jitless: boolean };
}

/** An error in an entry, without its position. */
export interface Diagnostic {
  readonly severity?: "warning" | undefined;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly address?: Address | undefined;
}

/** Reports an error in a field of an entry. The error is shown in the layer that set the field. */
export function reportField(
  run: LoadRun,
  where: {
    readonly place: EntryPlace;
    readonly path?: readonly string[];
    readonly at?: "key" | "value" | undefined;
  },
  what: Diagnostic,
): void {
  const caret = caretOf(spotOf(where.place, where.path ?? []), where.at ?? "key");
  run.findings.push({ ...definite(what), ...caret });
}

/** Reports an error in a node of a document. */
export function reportNode(
  run: LoadRun,
  source: DocumentNode,
  what: Diagnostic & { readonly at?: "key" | "value" | undefined },
): void {
  const spot = spotOf({ within: source, section: [], defaults: [] }, []);
  const { at, ...said } = what;
  run.findings.push({ ...definite(said), ...caretOf(spot, at ?? "key") });
}

/** Reports an error at a position in a text. `row`: the row to which the error applies. */
export function reportAt(
  run: LoadRun,
  where: Caret & { readonly row?: Row | undefined },
  what: Diagnostic,
): void {
  run.findings.push({ ...definite(what), ...where });
}

function definite(what: Diagnostic): Omit<LoadFinding, "file" | "offset" | "only"> {
  const { severity, code, message, hint, address: of } = what;
  return {
    severity,
    code,
    message,
    hint,
    address: of,
  };
}

/** The address for an entry of a kind or container. */
export function addressIn(target: Target, name: string, key: string): Address {
  return address(target.name, name, key);
}
