/**
 * Measures how much of public configurations can be declared in friendly sections, and lists what cannot be declared:
 * `npm run shares` for all products, `npm run shares -- apic meraki` for some. `npm run kinds` writes the numbers to
 * `docs/kinds/`, and `test/shares/shares.test.ts` fails if they fall.
 *
 * `test/shares/<product>.json` contains the configurations: only facts, no prose.
 *
 * - `configurations[].source`, `what`: its origin and content, for people. `atLeast`: the percentage that the test
 *   demands; raise it when the share rises.
 * - `configurations[].objects[]`: each object of the configuration, with its `values` as the vendor's client sends
 *   them, without envelopes. `path` is its place:
 *     - in a REST API, the path of the request below the base path, with ids or with names in braces, such as
 *       `/networks/{networkId}/appliance/vlans/{vlanId}`; for a created object, the path of the create or of the item
 *     - in a tree of objects, the object's own path, such as `uni/tn-prod/ctx-main`, together with its `class`; an
 *       object below another one is listed separately, in any order
 *
 * A value is a leaf of `values`. Each element of a plain list is a value too; an empty text is not. A value counts
 * as declarable if a kind with such a path has a field for it. An import of a record with only this value must then
 * report nothing that it cannot declare. Kinds that accept any object (`managedObjects`) do not count.
 *
 * Configurations of devices are counted by lines: `scripts/shares/device-lines.ts`.
 */

import { catalogsIn } from "../src/project/catalogs.ts";
import { builtInData } from "../src/project/mappings.ts";
import { mappingFolder } from "../src/runtime/files/catalog-files.ts";
import { configurationsOf } from "./shares/configurations.ts";
import { deviceConfigurations, lineShare, lineText } from "./shares/device-lines.ts";
import { shareOf } from "./shares/measured.ts";
import { shareText } from "./shares/report.ts";

const { names, read } = catalogsIn();
const wanted = process.argv.slice(2);
for (const { product } of names) {
  if (wanted.length > 0 && !wanted.includes(product)) continue;
  for (const each of configurationsOf(product))
    process.stdout.write(`${shareText(product, each, shareOf(read(product), each))}\n`);
}
const folder = mappingFolder();
if (folder && (wanted.length === 0 || wanted.includes("ios-xe"))) {
  const mapping = builtInData(folder, "ios-xe");
  for (const each of deviceConfigurations())
    process.stdout.write(`${lineText(each, lineShare(mapping, each))}\n`);
}
