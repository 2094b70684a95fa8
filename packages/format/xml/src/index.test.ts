import { defineModule, f, p, Records } from '@wikiquery/core';
import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import xml from './index.ts';

/** Module without declared element names. */
const plain = defineModule({
  group: 'list',
  name: 'plain',
  prefix: 'pl',
  summary: 'A list.',
  cache: 'public',
  params: { warn: p.boolean() },
  returns: f.record({ name: f.string(), parts: f.array(f.string()), isNew: f.boolean() }),
  async execute() {
    return new Records([{ record: { name: 'É', parts: ['a'], isNew: true } }, { record: { name: 'b', parts: [], isNew: false } }]);
  },
});

/** Module that returns the same records with declared element names. */
const named = defineModule({
  ...plain,
  name: 'named',
  prefix: 'na',
  element: 'n',
  returns: f.record({ name: f.string(), parts: f.array(f.string()).element('part'), isNew: f.boolean() }),
});

const onPages = defineModule({
  group: 'prop',
  name: 'onpages',
  prefix: 'op',
  summary: 'Something about pages.',
  cache: 'public',
  params: {},
  returns: f.record({ name: f.string() }),
  async execute({ pages }) {
    return new Records([...pages.found.keys()].map(pageId => ({ pageId, record: { name: 'x' } })));
  },
});

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Apple');
});
afterAll(() => wiki.close());

const send = (query: string) =>
  apiOf(wiki, [xml, plain, named, onPages])({
    method: 'GET',
    query: `action=query&format=xml&${query}`,
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });
const body = async (query: string): Promise<unknown> => (await send(query)).body;

it("writes lists with declared element names, or else with MediaWiki's default names", async () => {
  const { body, headers } = await send('list=named|plain');
  expect(headers).toMatchObject({ 'Content-Type': 'text/xml; charset=utf-8', 'Content-Disposition': 'inline; filename=api-result.xml' });
  expect(body).toBe(
    '<?xml version="1.0"?><api batchcomplete=""><query>' +
      '<named><n name="É" isNew=""><parts><part>a</part></parts></n><n name="b"><parts /></n></named>' +
      '<plain><_v name="É" isNew=""><parts><_v>a</_v></parts></_v><_v name="b"><parts /></_v></plain>' +
      '</query></api>',
  );
});

it('adds ids to page elements and names record elements after the module prefix', async () => {
  expect(await body('titles=apple|Pear|%3C%3E&prop=onpages')).toMatch(
    /<query><normalized><n from="apple" to="Apple" \/><\/normalized><pages><page _idx="-2" ns="0" title="Pear" missing="" \/><page _idx="-1" title="&lt;&gt;" invalidreason="[^"]+" invalid="" \/><page _idx="1" pageid="1" ns="0" title="Apple"><onpages><op name="x" \/><\/onpages><\/page><\/pages><\/query><\/api>$/,
  );
});

it('ignores formatversion with a warning', async () => {
  for (const version of ['1', '2'])
    expect(await body(`list=plain&formatversion=${version}`)).toMatch(
      /^<\?xml version="1.0"\?><api batchcomplete=""><warnings><main xml:space="preserve">[^<]*formatversion[^<]*<\/main><\/warnings><query><plain><_v name="É" isNew="">/,
    );
});

it('writes errors and warnings in every error format', async () => {
  expect(await body('titles=A&pageids=1')).toMatch(
    /^<\?xml version="1.0"\?><api><error code="multisource" info="[^"]+" xml:space="preserve">[^<]+<\/error><\/api>$/,
  );
  expect(await body('titles=A&pageids=1&errorformat=plaintext')).toMatch(
    /<api><errors><error code="multisource" module="query" xml:space="preserve">[^<]+<\/error><\/errors><docref xml:space="preserve">[^<]+<\/docref><\/api>$/,
  );
  expect(await body('list=plain&x=1&errorformat=raw')).toMatch(
    /<warnings><warning code="unrecognizedparams" key="apierror-unrecognizedparams" module="main"><params>.*<\/params><\/warning><\/warnings>/,
  );
  expect(await body('list=plain&x=1&errorformat=html')).toMatch(/<warning code="unrecognizedparams" module="main" xml:space="preserve">/);
});

it('adds the XML namespace on request and ignores style sheets with a warning', async () => {
  expect(await body('includexmlnamespace=1')).toBe(
    '<?xml version="1.0"?><api batchcomplete="" xmlns="http://www.mediawiki.org/xml/api/" />',
  );
  expect(await body('xslt=MediaWiki:A.xsl')).toMatch(
    /^<\?xml version="1.0"\?><api batchcomplete=""><warnings><xml xml:space="preserve">The style sheet does not exist/,
  );
  expect(await body('xslt=A&errorformat=none')).toContain('code="invalidxmlstylesheetns"');
  expect(await body('xslt=MediaWiki:A&errorformat=none')).toContain('code="invalidxmlstylesheetext"');
});
