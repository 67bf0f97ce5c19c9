/**
 * How much of a public configuration can be declared in friendly sections, and what cannot: `npm run shares`, for
 * all products or for those named: `npm run shares -- apic meraki`. `npm run kinds` writes the numbers into
 * `docs/kinds/`, and `test/shares/shares.test.ts` keeps them from falling.
 *
 * `test/shares/<product>.json` holds the configurations: facts alone, no prose.
 *
 * - `configurations[].source`, `what`: where it is from, and what it is, for people. `atLeast`: the percentage that
 *   the test demands: raise it when it rises.
 * - `configurations[].objects[]`: each object that the configuration has, with its `values` as the vendor's client
 *   sends them, out of all envelopes. `path` says where it stands:
 *     - of a REST API the path of the request below the base path, with ids or with words in braces, whichever:
 *       `/networks/{networkId}/appliance/vlans/{vlanId}`; of what a create makes, that of the create or of the item
 *     - of a tree of objects the object's own path, `uni/tn-prod/ctx-main`, and its `class`. What stands below
 *       another object is an object of its own, in whatever order.
 *
 * A value is a leaf of `values`: an element of a plain list is one too, and an empty text is none. It counts as
 * declarable where a kind with such a path has a field for it, by the words with which an import says what it cannot
 * declare: a record of this value alone leaves nothing. Kinds that take any object (`managedObjects`) do not count.
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
