import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { type XmlNode, xmlText } from "../../../../src/drivers/yang/netconf/edits/write-xml.ts";
import { parseXml, type XmlElement } from "../../../../src/drivers/yang/netconf/xml.ts";

const root = (text: string): XmlElement => {
  const parsed = parseXml(text);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.root;
};

describe("what is read", () => {
  test("elements know their namespace, whichever prefix it has", () => {
    const found = root(
      '<?xml version="1.0"?><a xmlns="u"><b/><p:c xmlns:p="v"><b/><p:d/></p:c><b xmlns=""/></a>',
    );
    const [b, c, none] = found.children;
    expect([found.namespace, b?.namespace, c?.namespace, none?.namespace]).toEqual(["u", "u", "v", ""]);
    expect(c?.children.map(({ name, namespace }) => [name, namespace])).toEqual([
      ["b", "u"],
      ["d", "v"],
    ]);
  });

  test("text has its references, sections and line ends resolved, and its white space", () => {
    expect(root("<a> &lt;&#65;&#x42;&amp;&quot;&apos;<!-- no --><![CDATA[<&>]]>\r\n</a>").text).toBe(
      " <AB&\"'<&>\n",
    );
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "%s is a name like any other",
    (name) => {
      expect(root(`<a><${name}>1</${name}></a>`).children[0]).toMatchObject({ name, text: "1" });
    },
  );

  test("as another parser reads it", () => {
    const other = new XMLParser({
      preserveOrder: true,
      trimValues: false,
      parseTagValue: false,
      alwaysCreateTextNode: true,
    });
    const tree = fc.letrec<{ node: XmlNode }>((tie) => ({
      node: fc.record({
        name: fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/),
        namespace: fc.constant(""),
        content: fc.oneof(
          { maxDepth: 4 },
          fc.stringMatching(/^[A-Za-z<>&"' ]{0,8}$/),
          fc.array(tie("node"), { maxLength: 4 }),
        ),
      }),
    })).node;
    const simple = ({ name, text, children }: XmlElement): unknown => [name, text, children.map(simple)];
    const theirs = (nodes: readonly Record<string, unknown>[]): { text: string; children: unknown[] } => {
      const children: unknown[] = [];
      let text = "";
      for (const node of nodes)
        for (const [name, inside] of Object.entries(node)) {
          if (name === "#text") text += inside;
          else if (Array.isArray(inside)) {
            const inner = theirs(inside);
            children.push([name, inner.text, inner.children]);
          }
        }
      return { text, children };
    };
    fc.assert(
      fc.property(tree, (node) => {
        const text = xmlText(node);
        expect([simple(root(text))]).toEqual(theirs(other.parse(text)).children);
      }),
    );
  });
});

describe("what is refused", () => {
  test.each([
    ["a document type", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ["a document type that names a file", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ["an entity that is not XML's own", "<a>&nbsp;</a>"],
    ["an ampersand alone", "<a>a & b</a>"],
    ["a character that is none", "<a>&#0;</a>"],
    ["half a surrogate", "<a>&#xD800;</a>"],
    ["a start without its end", "<a><b></a>"],
    ["what is cut short", "<a><b>1</b>"],
    ["what is cut short in a tag", "<a><b"],
    ["a comment without its end", "<a><!-- </a>"],
    ["a section without its end", "<a><![CDATA[</a>"],
    ["two roots", "<a/><b/>"],
    ["text after the root", "<a/>x"],
    ["text before the root", "x<a/>"],
    ["an attribute twice", '<a x="1" x="2"/>'],
    ["an attribute without quotes", "<a x=1/>"],
    ["a prefix without a namespace", "<p:a/>"],
    ["nothing", ""],
    ["a name that begins with a digit", "<1/>"],
  ])("%s", (_, text) => {
    expect(parseXml(text)).toHaveProperty("fault");
  });

  test("what is nested too deep, without the stack giving way", () => {
    expect(parseXml("<a>".repeat(100_000))).toEqual({ fault: expect.stringContaining("200 levels") });
  });

  test.each([
    ["elements", "<b/>".repeat(250_001)],
    ["attributes", `<b ${Array.from({ length: 1001 }, (_, at) => `c${at}="" `).join("")}/>`],
    ["references", "&lt;".repeat(250_001)],
    ["declarations inside each other", Array.from({ length: 40 }, (_, at) => `<b xmlns:p="${at}">`).join("")],
  ])("more %s than any device has, before a tree is made of them", (_, text) => {
    expect(parseXml(`<a>${text}</a>`)).toEqual({ fault: expect.stringMatching(/has (?:more than|over) /) });
  });

  test("every beginning of a document", () => {
    const whole = '<?xml version="1.0"?><a xmlns="u" b="c"><d>&lt;<![CDATA[x]]><!-- y --></d></a>';
    for (let length = 0; length < whole.length; length += 1)
      expect(parseXml(whole.slice(0, length))).toHaveProperty("fault");
  });

  test("a long attack costs no more than its length", () => {
    for (const text of [
      `<a ${"x ".repeat(200_000)}`,
      `<a>${"&".repeat(200_000)}`,
      `<a x="${" y".repeat(200_000)}`,
    ])
      expect(parseXml(text)).toHaveProperty("fault");
  }, 5000);
});
