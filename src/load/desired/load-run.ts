/** The state of one load: findings, declared resources, references; and how findings are reported. */

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

/** A declared resource and where it stands. */
export interface DeclaredResource {
  readonly resource: Resource;
  readonly place: EntryPlace;
  /** What its expressions may name. */
  readonly variables: VariableScope;
}

/** A secret reference that desired state names and may name; it is opened later. */
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

  /** Where it is written; found when it is asked for. */
  get at(): SourcePosition {
    const { layer: _, row: __, ...at } = fieldOrigin(spotOf(this.#place, segments(this.path)));
    return at;
  }
}

/** A holder that was seen, to see whether another file says the same of it. */
export interface SeenContainer {
  /** All that is said of it: compared, where it stands in several files. */
  readonly value: Json;
  readonly place: EntryPlace;
  /** Its own fields, and what holds for all in it. */
  readonly fields: Json;
  readonly holds: Pick<Resource, "site" | "protect" | "ownership">;
  readonly variables: VariableScope;
}

/** What one load collects. */
export interface LoadRun {
  readonly project: Project;
  readonly shapes: SectionsByDialect;
  readonly findings: LoadFinding[];
  readonly declared: Map<Address, DeclaredResource>;
  /** Every address that an entry stands for, in order or not. */
  readonly named: Set<Address>;
  /** What was declared more than once. */
  readonly duplicated: Set<Address>;
  readonly references: Reference[];
  readonly holders: Map<Address, SeenContainer>;
  readonly models: TargetModels;
  /** What all expressions together may take. */
  readonly budget: Meter;
  /** False: no text has an expression, and none is looked for. */
  readonly hasExpressions: boolean;
  /** False: no text has what looks like an expression of another tool. */
  readonly hasOtherBraces: boolean;
  /** Counts values that documents with `each` make; a number: they are more than so many now, and none may be made. */
  readonly made: (values: number) => number | undefined;
  /** Names that a layer of variables declares. */
  readonly variableNames: Set<string>;
  /** True: entries may be laid over others, for there are several folders, or documents made for rows. */
  readonly hasOverlays: boolean;
  /** How entries are held against schemas: code that is made for each schema pays where there are many entries. */
  readonly checking: { readonly jitless: boolean };
}

/** What is wrong with an entry: a finding without its place. */
export interface Diagnostic {
  readonly severity?: "warning" | undefined;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly address?: Address | undefined;
}

/** Notes what is wrong with a field of an entry, under the layer that set it. */
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

/** Notes what is wrong with a node of a document. */
export function reportNode(
  run: LoadRun,
  source: DocumentNode,
  what: Diagnostic & { readonly at?: "key" | "value" | undefined },
): void {
  const spot = spotOf({ within: source, section: [], defaults: [] }, []);
  const { at, ...said } = what;
  run.findings.push({ ...definite(said), ...caretOf(spot, at ?? "key") });
}

/** Notes what is wrong at a place in a text. `row`: for which row. */
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

/** The address of a kind's or holder's entry. */
export function addressIn(target: Target, name: string, key: string): Address {
  return address(target.name, name, key);
}
