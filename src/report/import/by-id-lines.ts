/** Shows an import's references by the product's own ids: the field, and the resource that it references. */

import { type Address, addressParts } from "../../model/address.ts";
import type { KindTitles } from "../../model/place.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import { visible } from "../text/escape.ts";
import { kindName, nameShown } from "../text/value.ts";

/** A reference by the product's own id. */
export interface NamedById {
  readonly address: Address;
  /** The pointer of the field. Elements of lists are named by identity. */
  readonly path: Pointer;
  /** The kinds to which the reference may refer. */
  readonly kinds: readonly string[];
  readonly id: string;
  readonly name?: string | undefined;
}

/** The maximum number of references in the list. */
const most = 20;

/** The lines for references by id; none if there are no such references. */
export function byIdLines(byId: readonly NamedById[], titles: KindTitles): readonly string[] {
  if (byId.length === 0) return [];
  const said = byId.slice(0, most).map(({ address, path, kinds, id, name }) => {
    const { target } = addressParts(address);
    const title = kinds.map((kind) => kindName({ target, kind }, titles).trim()).join(" or ");
    const called = name === undefined ? title : `${title} ${JSON.stringify(name)}`;
    return `  ${nameShown(address)}: ${visible(segments(path).join(" → "))} is the ${visible(`${called} (${id})`)}`;
  });
  const left = byId.length - said.length;
  return [
    "References to objects that are not declared here. They contain the product's ids, which only this controller has:",
    ...said,
    ...(left > 0 ? [`  and ${left} more; --format json names all`] : []),
  ];
}
