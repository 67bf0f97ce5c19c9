/** Finds faults in requests according to a vendor's API description (OpenAPI 3.0). */

import { Ajv } from "ajv";
import addFormats from "ajv-formats";

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Body & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** The parts of a description that are used here. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A sent request. Its path lacks the base path. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body?: unknown;
}

/**
 * Checks requests and replies against one description. Faults are texts, and an empty list means that there are none.
 */
export class Description {
  readonly #described: Described;
  readonly #ajv = new Ajv({ strict: false, allErrors: true });

  /** Reads the description from a JSON document. */
  constructor(document: string) {
    this.#described = JSON.parse(document);
    addFormats.default(this.#ajv);
  }

  /** Returns the faults of a request: in its path, method and parameters, and unknown fields in its body. */
  faultsOf(asked: Asked): readonly string[] {
    const operation = this.#operationOf(asked);
    if (!operation) return [`${asked.method} ${asked.path} does not exist`];
    const known = (operation.parameters ?? []).filter((each) => each.in === "query");
    const unknown = [...asked.query.keys()].filter((name) => known.every((each) => each.name !== name));
    const wrong = known.flatMap(({ name, schema }) => {
      const value = asked.query.get(name);
      return value === null ? [] : this.#misfits(schema, schema.type === "integer" ? Number(value) : value);
    });
    return [
      ...unknown.map((name) => `no parameter ${name}`),
      ...wrong,
      ...this.#bodyFaults(operation, asked),
    ];
  }

  /** Returns the faults of a reply's body. A missing field is not a fault. */
  replyFaultsOf(asked: Asked, status: number, body: unknown): readonly string[] {
    const reply = this.#operationOf(asked)?.responses?.[status];
    const schema = reply && schemaOf(reply);
    return schema ? this.#misfits(schema, body) : [`no answer ${status} to ${asked.method} ${asked.path}`];
  }

  #operationOf({ method, path }: Asked): Operation | undefined {
    const own = path.split("/");
    const found = Object.entries(this.#described.paths).find(([template]) => {
      const parts = template.split("/");
      return (
        parts.length === own.length && parts.every((part, at) => part.startsWith("{") || part === own[at])
      );
    });
    return found?.[1][method.toLowerCase()];
  }

  #bodyFaults({ requestBody }: Operation, { body }: Asked): readonly string[] {
    if (body === undefined) return requestBody?.required ? ["no body"] : [];
    const schema = requestBody && schemaOf(requestBody);
    return schema ? this.#misfits({ ...schema, additionalProperties: false }, body) : ["a body"];
  }

  #misfits(schema: Schema, value: unknown): readonly string[] {
    const check = this.#ajv.compile(schema);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, params.additionalProperty].filter((each) => each).join(" "),
    );
  }
}

function schemaOf({ content }: Body): Schema | undefined {
  return content?.["application/json"]?.schema;
}
