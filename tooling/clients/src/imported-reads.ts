import { expect } from 'vitest';

type Read = readonly [request: string, answer: string | object];

const INTRO = 'A lighthouse is a tower with a lamp. It guides ships at night. Some are built on rocks.';
const containing = (text: string) => expect.stringContaining(text);
const page = (fields: object) => ({ query: { pages: { 2: { pageid: 2, title: 'Lighthouse', ...fields } } } });

/** Requests taken from third-party clients, each with an expected part of the response: a string, or an object to match. */
export const IMPORTED_READS: Readonly<Record<string, readonly Read[]>> = {
  'wikipedia of Python': [
    ['list=search&srprop=&srlimit=10&limit=10&srsearch=guides ships', { query: { search: [{ ns: 0, title: 'Lighthouse', pageid: 2 }] } }],
    ['list=search&srlimit=1&srprop=&srinfo=suggestion&srsearch=lighthuose', { query: { searchinfo: { suggestion: 'Lighthouse' } } }],
    [
      'prop=info|pageprops&inprop=url&ppprop=disambiguation&redirects=&titles=Light house',
      { ...page({ fullurl: 'https://simple.wikipedia.org/wiki/Lighthouse' }) },
    ],
    ['prop=extracts&explaintext=&exintro=&titles=Lighthouse', page({ extract: INTRO })],
    ['prop=revisions&rvprop=content&rvparse=&rvlimit=1&titles=Lighthouse', page({ revisions: [{ '*': containing('<b>lighthouse</b>') }] })],
    ['prop=extlinks&ellimit=max&titles=Lighthouse', page({ extlinks: [{ '*': 'https://example.org/lights' }] })],
    [
      'prop=links&plnamespace=0&pllimit=max&titles=Lighthouse',
      page({ links: [{ title: 'Alexandria' }, { title: 'Bell Rock' }, { title: 'Tower' }] }),
    ],
    ['prop=coordinates&colimit=max&titles=Lighthouse', page({ coordinates: [{ lat: 56.45, primary: '', globe: 'earth' }] })],
    ['list=geosearch&gsradius=1000&gscoord=56.45|-2.38&gslimit=10', { query: { geosearch: [{ title: 'Lighthouse' }] } }],
    [
      'action=parse&prop=sections&page=Lighthouse',
      { parse: { sections: [{ line: 'History' }, { line: 'Lamps' }, { line: 'References' }] } },
    ],
  ],
  'Wikipedia-API': [
    ['prop=extracts&titles=Lighthouse&explaintext=1&exsectionformat=wiki', page({ extract: containing(`${INTRO}\n\n\n== History ==\n`) })],
    ['prop=langlinks&titles=Lighthouse&lllimit=500&llprop=url', page({ langlinks: [{ lang: 'de', '*': 'Leuchtturm' }, { lang: 'fr' }] })],
    [
      'list=backlinks&bltitle=Lighthouse&bllimit=500',
      {
        query: { backlinks: [{ title: 'Main Page' }, { title: 'Bell Rock' }, { title: 'Light house', redirect: '' }, { title: 'Light' }] },
      },
    ],
    [
      'list=categorymembers&cmtitle=Category:Towers&cmlimit=500',
      { query: { categorymembers: [{ title: 'Bell Rock' }, { pageid: 2 }, { pageid: 4 }] } },
    ],
  ],
  pymediawiki: [
    ['list=prefixsearch&pssearch=lightho&pslimit=10&psnamespace=0&psoffset=0', { query: { prefixsearch: [{ title: 'Lighthouse' }] } }],
    ['action=opensearch&search=bell&limit=10&redirects=resolve&warningsaserror=True&namespace=', '["bell",["Bell Rock"],'],
    [
      'list=categorymembers&cmprop=ids|title|type&cmtype=page|subcat|file&cmlimit=10&cmtitle=Category:Buildings',
      { query: { categorymembers: [{ title: 'Category:Towers', type: 'subcat' }] } },
    ],
    ['action=parse&prop=wikitext&page=Tower', { parse: { wikitext: { '*': containing('taller than it is wide') } } }],
  ],
  mwclient: [
    [
      'prop=revisions&rvprop=ids|timestamp|flags|comment|user&rvlimit=50&titles=Lighthouse',
      page({ revisions: [{ revid: 11 }, { revid: 10, anon: '' }] }),
    ],
    [
      'generator=categorymembers&gcmtitle=Category:Towers&gcmlimit=50&prop=info',
      { query: { pages: { 2: { lastrevid: 11 }, 3: { lastrevid: 103 }, 4: { title: 'Tower' } } } },
    ],
    ['action=parse&text={{Cite|B. Rock|1810}}&title=Tower', { parse: { text: { '*': containing('B. Rock, 1810') } } }],
    ['action=expandtemplates&text={{Cite|B. Rock|1810}}&prop=wikitext', { expandtemplates: { wikitext: 'B. Rock, 1810' } }],
  ],
  'readers of LangChain and LlamaIndex': [
    ['list=search&srprop=&srlimit=3&limit=3&srsearch=lamp', { query: { search: [{ title: 'Lighthouse' }] } }],
    [
      'prop=extracts|revisions&explaintext=&rvprop=ids&titles=Lighthouse',
      page({ extract: containing('The first stood in Alexandria'), revisions: [{ revid: 11, parentid: 10 }] }),
    ],
  ],
  'ProfessionalWiki’s MCP server': [
    ['meta=siteinfo&siprop=general&formatversion=2', { query: { general: { sitename: 'Lights', wikiid: 'simplewiki' } } }],
    [
      'list=search&srsearch=guides ships&srwhat=text&srprop=snippet|size|timestamp|wordcount&srlimit=20&formatversion=2',
      { query: { search: [{ title: 'Lighthouse', snippet: containing('<span class="searchmatch">guides</span>') }] } },
    ],
    [
      'titles=Light house|Tower&prop=revisions&rvprop=ids|content|contentmodel|size|timestamp&rvslots=main&redirects=true&formatversion=2',
      {
        query: {
          redirects: [{ from: 'Light house', to: 'Lighthouse' }],
          pages: [{ revisions: [{ slots: { main: { content: containing('lamp') } } }] }, { title: 'Tower' }],
        },
      },
    ],
    [
      'action=parse&page=Bell Rock&prop=text|displaytitle&formatversion=2',
      { parse: { title: 'Bell Rock', text: containing('off <a href') } },
    ],
    [
      'action=compare&fromrev=10&torev=11&prop=diff|ids&formatversion=2',
      { compare: { fromrevid: 10, torevid: 11, body: containing('lamp') } },
    ],
  ],
  mwoffliner: [
    [
      'generator=allpages&gapfilterredir=nonredirects&gaplimit=max&gapnamespace=0&prop=redirects|revisions|coordinates|pageprops&rdlimit=max&rdprop=pageid|title|fragment&ppprop=disambiguation&colimit=max&rawcontinue=true&formatversion=2',
      {
        query: {
          pages: expect.arrayContaining([
            expect.objectContaining({ title: 'Lighthouse', redirects: [{ pageid: 5, ns: 0, title: 'Light house' }] }),
          ]),
        },
      },
    ],
    [
      'action=parse&page=Lighthouse&prop=modules|jsconfigvars|headhtml|text|displaytitle|subtitle&formatversion=2',
      { parse: { displaytitle: containing('Lighthouse'), text: containing('id="History"') } },
    ],
  ],
  WikiTeam3: [
    [
      'list=allpages&apnamespace=0&apfrom=!&aplimit=50',
      { query: { allpages: ['Bell Rock', 'Light', 'Light house', 'Lighthouse', 'Main Page', 'Tower'].map(title => ({ title })) } },
    ],
    ['export=1&exportnowrap=1&titles=Lighthouse', '<comment>a history</comment>'],
    [
      'list=allrevisions&arvlimit=50&arvdir=newer&arvnamespace=0&arvprop=ids|timestamp|user|userid|size|sha1|contentmodel|comment|content|flags',
      { query: { allrevisions: expect.arrayContaining([expect.objectContaining({ title: 'Lighthouse' })]) } },
    ],
    [
      'titles=Lighthouse&prop=revisions&rvlimit=50&rvdir=newer&rvprop=ids|timestamp|user|userid|size|sha1|contentmodel|comment|content|flags',
      page({
        revisions: [
          { revid: 10, '*': 'A tower.', user: '192.0.2.7' },
          { revid: 11, '*': containing('<references />') },
        ],
      }),
    ],
    ['meta=siteinfo&siprop=namespaces|general', { query: { namespaces: { 14: { '*': 'Category' } } } }],
  ],
};
