import { describe, expect, it } from 'vitest';
import { preprocess } from './preprocess.ts';
import { sectionHere } from './section.ts';
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
  ])('reads %j', (text, expected) => expect(xml(text)).toBe(expected));

  it('reads a template as the pages do that include it', () => {
    expect(xml('<noinclude>a</noinclude>b<includeonly>c</includeonly>', true)).toBe(
      '<ignore>&lt;noinclude&gt;a&lt;/noinclude&gt;</ignore>b<ignore>&lt;includeonly&gt;</ignore>c<ignore>&lt;/includeonly&gt;</ignore>',
    );
    expect(toSource(preprocess('a<onlyinclude>b</onlyinclude>c', { forInclusion: true }).filter(node => typeof node === 'string'))).toBe(
      'b',
    );
  });

  it('gives back what it read', () => {
    const text = '{{a|b={{{c|}}}|[[d|e]]}} <ref name="x">y</ref><br/>\n==h==\n<!-- c -->\n{{{{1}} ]] }} -{x}- [[[z]]]';
    expect(toSource(preprocess(text))).toBe(text);
  });

  it('comes to an end with text that closes nothing', () => {
    for (const text of ['{{'.repeat(50_000), '[['.repeat(50_000), '<nowiki>'.repeat(20_000), '\n=a'.repeat(50_000)]) {
      expect(toSource(preprocess(text))).toBe(text);
    }
  });
});

describe('sectionOf', () => {
  const page = 'Intro\n== One ==\na\n=== Two ===\nb\n<!--\n== No ==\n-->\n== Three ==\n{{x|\n== Inside ==\n}}\n== Four ==\nd\n';

  it('gives a section with those below it', () => {
    expect(sectionHere(page, '0')).toBe('Intro');
    expect(sectionHere(page, '1')).toBe('== One ==\na\n=== Two ===\nb\n<!--\n== No ==\n-->');
    expect(sectionHere(page, '2')).toBe('=== Two ===\nb\n<!--\n== No ==\n-->');
  });
  it('does not find headings in comments and templates, but counts the latter', () => {
    expect(sectionHere(page, '4')).toBeUndefined();
    expect(sectionHere(page, '5')).toBe('== Four ==\nd');
  });
  it('knows what is not there', () => {
    expect(sectionHere(page, '77')).toBeUndefined();
    expect(sectionHere('', '0')).toBe('');
    expect(sectionHere('', '1')).toBeUndefined();
    expect(sectionHere(page, 'new')).toBe('Intro');
  });
  it('takes sections of a template', () => {
    expect(sectionHere('<includeonly>\n== A ==\na</includeonly>', 'T-1')).toBe('== A ==\na</includeonly>');
    expect(sectionHere('<includeonly>\n== A ==\na</includeonly>', '1')).toBeUndefined();
  });
});
