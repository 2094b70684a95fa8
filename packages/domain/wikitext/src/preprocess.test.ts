import { describe, expect, it } from 'vitest';
import { preprocess } from './preprocess.ts';
import { extractSection } from './section.ts';
import { toSource, toXml } from './tree.ts';

const xml = (text: string, forInclusion = false): string => toXml(preprocess(text, { forInclusion })).replace(/^<root>|<\/root>$/g, '');

describe('preprocess', () => {
  it.each([
    [
      '{{a|b=c|d}}',
      '<template><title>a</title><part><name>b</name><equals>=</equals><value>c</value></part><part><name index="1"/><value>d</value></part></template>',
    ],
    ['{{{x|y}}}', '<tplarg><title>x</title><part><name index="1"/><value>y</value></part></tplarg>'],
    ['{{{{{a}}}}}', '<template><title><tplarg><title>a</title></tplarg></title></template>'],
    ['{{a|[[b|c]]}}', '<template><title>a</title><part><name index="1"/><value>[[b|c]]</value></part></template>'],
    ['\n{{a}}', '\n<template lineStart="1"><title>a</title></template>'],
    ['{{a [[b}} c', '{{a [[b}} c'],
    ['-{{a}}', '-<template><title>a</title></template>'],
    ['<nowiki>{{a}}</nowiki>', '<ext><name>nowiki</name><attr/><inner>{{a}}</inner><close>&lt;/nowiki&gt;</close></ext>'],
    ['<nowiki>{{a}}', '&lt;nowiki&gt;<template><title>a</title></template>'],
    ['== a ==\n', '<h level="2" i="1">== a ==</h>\n'],
    ['=====', '<h level="2" i="1">=====</h>'],
    ['=a= b', '=a= b'],
    ['== a == <!-- b -->\n', '<h level="2" i="1">== a == <comment>&lt;!-- b --&gt;</comment></h>\n'],
    ['a\n <!-- b --> \nc', 'a\n<comment> &lt;!-- b --&gt; \n</comment>c'],
    ['<noinclude>a</noinclude>', '<ignore>&lt;noinclude&gt;</ignore>a<ignore>&lt;/noinclude&gt;</ignore>'],
  ])('parses the wikitext %j', (text, expected) => expect(xml(text)).toBe(expected));

  it('parses only the transcluded part of a template', () => {
    expect(xml('<noinclude>a</noinclude>b<includeonly>c</includeonly>', true)).toBe(
      '<ignore>&lt;noinclude&gt;a&lt;/noinclude&gt;</ignore>b<ignore>&lt;includeonly&gt;</ignore>c<ignore>&lt;/includeonly&gt;</ignore>',
    );
    expect(toSource(preprocess('a<onlyinclude>b</onlyinclude>c', { forInclusion: true }).filter(node => typeof node === 'string'))).toBe(
      'b',
    );
  });

  it('returns nodes that toSource converts back to the input', () => {
    const text = '{{a|b={{{c|}}}|[[d|e]]}} <ref name="x">y</ref><br/>\n==h==\n<!-- c -->\n{{{{1}} ]] }} -{x}- [[[z]]]';
    expect(toSource(preprocess(text))).toBe(text);
  });

  it('parses long texts of unclosed brackets', () => {
    for (const text of ['{{'.repeat(50_000), '[['.repeat(50_000), '<nowiki>'.repeat(20_000), '\n=a'.repeat(50_000)]) {
      expect(toSource(preprocess(text))).toBe(text);
    }
  });
});

describe('extractSection', () => {
  const page = 'Intro\n== One ==\na\n=== Two ===\nb\n<!--\n== No ==\n-->\n== Three ==\n{{x|\n== Inside ==\n}}\n== Four ==\nd\n';

  it('returns a section with its subsections', () => {
    expect(extractSection(page, '0')).toBe('Intro');
    expect(extractSection(page, '1')).toBe('== One ==\na\n=== Two ===\nb\n<!--\n== No ==\n-->');
    expect(extractSection(page, '2')).toBe('=== Two ===\nb\n<!--\n== No ==\n-->');
  });
  it('ignores headings in comments, and counts headings in templates but does not return their sections', () => {
    expect(extractSection(page, '4')).toBeUndefined();
    expect(extractSection(page, '5')).toBe('== Four ==\nd');
  });
  it('returns undefined for missing sections', () => {
    expect(extractSection(page, '77')).toBeUndefined();
    expect(extractSection('', '0')).toBe('');
    expect(extractSection('', '1')).toBeUndefined();
    expect(extractSection(page, 'new')).toBe('Intro');
  });
  it('returns sections of the transcluded part of a template', () => {
    expect(extractSection('<includeonly>\n== A ==\na</includeonly>', 'T-1')).toBe('== A ==\na</includeonly>');
    expect(extractSection('<includeonly>\n== A ==\na</includeonly>', '1')).toBeUndefined();
  });
});
