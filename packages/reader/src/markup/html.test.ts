import { parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { fromApi, html, safeUrl } from './html.ts';

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;

it('escapes every text in text and in attributes, and keeps markup', () => {
  const { markup } = html`<p title="${HOSTILE}">${HOSTILE}${[1, false, undefined, html`<b>${'<'}</b>`]}${fromApi('<i>x</i>')}</p>`;
  const [element] = parseFragment(markup).childNodes;
  expect(element && 'attrs' in element && element.attrs).toEqual([{ name: 'title', value: HOSTILE }]);
  expect(markup).toMatch(/1<b>&#60;<\/b><i>x<\/i><\/p>$/);
  expect(element && 'childNodes' in element && element.childNodes.map(({ nodeName }) => nodeName)).toEqual(['#text', 'b', 'i']);
});

it.each([
  ['/wiki/A:B', true],
  ['https://wiki.example/', true],
  ['//wiki.example/', true],
  ['#x', true],
  ['?a=b:c', true],
  ['mailto:a@b.example', true],
  ['javascript:alert(1)', false],
  [' JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['\u0001javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
])('allows a URL only if it leads to a page: %j', (url, isAllowed) => {
  expect(safeUrl(url)).toBe(isAllowed ? url : '#');
  expect(html`<a href="${url}">x</a>`.markup.includes('href="#"')).toBe(!isAllowed || url === '#');
});

it('rejects templates with values outside of text and quoted attributes', () => {
  expect(() => html`<a ${'onclick'}>x</a>`).toThrow(TypeError);
  expect(() => html`<a href=${'x'}>x</a>`).toThrow(TypeError);
  expect(() => html`<a onclick="${'x'}">x</a>`).toThrow(TypeError);
  expect(() => html`<p style="color:${'x'}">x</p>`).toThrow(TypeError);
});
