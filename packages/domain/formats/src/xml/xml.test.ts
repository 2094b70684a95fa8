import { type Field, f } from '@wikiquery/core';
import type { FieldFacts } from '@wikiquery/core/host';
import { describe, expect, it } from 'vitest';
import { xmlName } from './name.ts';
import { writeXml } from './write.ts';

const write = (fields: Record<string, unknown> | Map<string, unknown>, declared: FieldFacts = f.json(), size = 0): string => {
  const body = writeXml(fields, { declared, size });
  return (typeof body === 'string' ? body : [...body].join('')).slice('<?xml version="1.0"?>'.length);
};

describe('undeclared values', () => {
  it('writes undeclared values as attributes, elements and items named _v', () => {
    const fields = {
      text: 'a',
      number: 1.5,
      yes: true,
      no: false,
      nothing: null,
      list: ['x', 2, null, false],
      object: { a: 'b' },
      none: [],
      left: undefined,
    };
    expect(write(fields)).toBe(
      '<api text="a" number="1.5" yes=""><list><_v>x</_v><_v>2</_v><_v /><_v>false</_v></list><object a="b" /><none /></api>',
    );
  });
  it('writes entries with numeric keys last, with the key in _idx', () => {
    const map = new Map<string, unknown>([
      ['7', { a: 1 }],
      ['-1', 'text'],
      ['01', 'x'],
      ['list', []],
    ]);
    expect(write({ map })).toBe('<api><map _01="x"><list /><_v _idx="7" a="1" /><_v _idx="-1">text</_v></map></api>');
  });
  it('writes the value of the key * as text, and omits keys that begin with _', () => {
    expect(write({ a: { '*': ' b ', c: 'd' }, e: { '*': 'f', g: {} }, _h: 'i' })).toBe(
      '<api><a c="d" xml:space="preserve"> b </a><e><g /><_.2A. xml:space="preserve">f</_.2A.></e></api>',
    );
  });
});

describe('declared values', () => {
  const declared = f.object({
    list: f.oneOf(
      f.string(),
      f.array(f.object({ text: f.string().content(), tags: f.array(f.string()).element('tag').optional() })).element('item'),
    ),
    pairs: f.assoc(f.string()).element('pair', 'name'),
    slots: f.assoc(f.object({ size: f.int(), text: f.string().content() })).element('slot', 'role'),
    below: f.string().asElement(),
    free: f.assoc().element('param').within({ ids: 'id' }),
    tree: tree(),
  });
  function tree() {
    interface Tree {
      readonly name: string;
      readonly parts?: readonly Tree[] | undefined;
    }
    const node: Field<Tree> = f.named<Tree>('Tree', () => f.object({ name: f.string(), parts: f.array(node).element('part').optional() }));
    return node;
  }

  it('uses the declared names of list items', () => {
    expect(write({ list: [{ text: 'a' }, { text: 'b', tags: ['c'] }] }, declared)).toBe(
      '<api><list><item xml:space="preserve">a</item><item><tags><tag>c</tag></tags><text xml:space="preserve">b</text></item></list></api>',
    );
    expect(write({ list: 'a' }, declared)).toBe('<api list="a" />');
    expect(write({ tree: { name: 'a', parts: [{ name: 'b', parts: [{ name: 'c' }] }] } }, declared)).toBe(
      '<api><tree name="a"><parts><part name="b"><parts><part name="c" /></parts></part></parts></tree></api>',
    );
  });
  it('writes maps with arbitrary keys as elements', () => {
    expect(write({ pairs: { '1 <': 'a', b: '' }, slots: { main: { size: 3, text: 'abc' } } }, declared)).toBe(
      '<api><pairs><pair name="1 &lt;" xml:space="preserve">a</pair><pair name="b" xml:space="preserve" /></pairs>' +
        '<slots><slot role="main" size="3" xml:space="preserve">abc</slot></slots></api>',
    );
  });
  it('writes strings as elements if declared, and names the items of free-form values', () => {
    expect(write({ below: 'a', free: { ids: [1], deep: { ids: [2], others: [3], constructor: [] } } }, declared)).toBe(
      '<api><below xml:space="preserve">a</below><free><ids><id>1</id></ids><deep><ids><id>2</id></ids><others><_v>3</_v></others><constructor /></deep></free></api>',
    );
  });
});

it('escapes values and replaces characters that XML cannot contain', () => {
  expect(write({ a: '<"&\n\t\r>', b: { '*': '<"&\u0001\ufffe\ud800>' }, c: 'e\u0301' })).toBe(
    '<api a="&lt;&quot;&amp;&#10;&#9;&#13;&gt;" c="é"><b xml:space="preserve">&lt;"&amp;\ufffd\ufffd\ufffd&gt;</b></api>',
  );
});

it('writes the same XML in pieces as in one string', () => {
  const long = 'a < e\u0301 \u{1f600}\n'.repeat(10_000);
  const fields = {
    list: Array.from({ length: 2000 }, (_, id) => ({ id, title: `Page ${id}`, '*': 'text' })),
    long: { '*': long },
    attribute: long,
  };
  const pieces = [...(writeXml(fields, { declared: f.json(), size: 1_000_000 }) as Iterable<string>)];
  expect(pieces.length).toBeGreaterThan(10);
  expect(pieces.join('').slice('<?xml version="1.0"?>'.length) === write(fields)).toBe(true);
});

it('breaks and indents lines in pretty output', () => {
  expect(writeXml({ a: { b: { c: '1' }, '*': 'x' } }, { declared: f.json(), size: 0, pretty: true })).toBe(
    '<?xml version="1.0"?>\n<api>\n  <a>\n    <b c="1" />\n    <_.2A. xml:space="preserve">x</_.2A.>\n  </a>\n</api>',
  );
});

it.each([
  ['name', 'name'],
  ['', '_'],
  ['a b', '_a.20.b'],
  ['1a', '_1a'],
  ['_a', '__a'],
  ['a.b', 'a.b'],
  ['a:b.c', '_a.3A.b.2E.c'],
  ['é', 'é'],
  ['\u{1f600}', '\u{1f600}'],
  ['×', '_.D7.'],
])('converts the key %j to the XML name %j', (key, name) => expect(xmlName(key)).toBe(name));
