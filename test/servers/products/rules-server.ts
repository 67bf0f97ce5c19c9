/** Sections and categories of rules. The query of a create names a section or a category, and each list shows both. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Answer, ClientServer } from "./client-server.ts";

type Asked = Parameters<ClientServer["answer"]>[0];

/** A server that answers requests. It may wrap another server. */
export interface Answering {
  answer(request: Asked): Answer;
  tellMore(member: string): void;
}

/** The manager's spelling of section names. */
const sections: Readonly<Record<string, string>> = {
  mandatory: "Mandatory",
  default: "Default",
  before_auto: "BEFORE_AUTO",
  after_auto: "AFTER_AUTO",
};

/** A server whose rules have sections and categories. */
export class RulesServer implements Answering {
  readonly #server: Answering;
  /** The section of each category. */
  readonly #ofCategories: Readonly<Record<string, string>>;
  /** The place of each rule, by the rule's id. */
  readonly #places = new Map<string, JsonObject>();

  constructor(server: Answering, ofCategories: Readonly<Record<string, string>> = {}) {
    this.#server = server;
    this.#ofCategories = ofCategories;
  }

  answer(request: Asked): Answer {
    const answer = this.#server.answer(request);
    const { body } = answer;
    const category = request.query.get("category");
    const section =
      category === null ? sections[request.query.get("section") ?? ""] : this.#ofCategories[category];
    if (request.method === "POST" && section !== undefined && isObject(body))
      this.#places.set(String(body.id), { section, category: category ?? "--Undefined--" });
    return { ...answer, body: this.#shown(body) };
  }

  tellMore(member: string): void {
    this.#server.tellMore(member);
  }

  #shown(body: Json): Json {
    if (!isObject(body)) return body;
    if (body.items === undefined || !isArray(body.items)) return this.#withPlace(body);
    const items = body.items.map((each): Json => (isObject(each) ? this.#withPlace(each) : each));
    return { ...body, items };
  }

  #withPlace(record: JsonObject): JsonObject {
    const metadata = this.#places.get(String(record.id));
    return metadata === undefined ? record : { ...record, metadata };
  }
}
