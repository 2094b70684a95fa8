/** What the sample wiki says about itself; the rest is as in a new MediaWiki. `origin`: scheme, host and port of its URLs. */
export const describeSample = (origin: string) => ({
  general: {
    sitename: 'Manual of wikiquery',
    mainpage: 'Main Page',
    base: `${origin}/wiki/Main_Page`,
    articlepath: '/wiki/$1',
    scriptpath: '/w',
    script: '/w/index.php',
    server: origin,
    servername: new URL(origin).hostname,
    lang: 'en',
    wikiid: 'wikiquery_sample',
  },
});

const to = (prefix: string, url: string, api = '') => ({
  iw_prefix: prefix,
  iw_url: url,
  iw_api: api,
  iw_wikiid: '',
  iw_local: 0,
  iw_trans: 0,
});

/** Rows of table `interwiki`. Prefixes that are language codes make links between languages. */
export const interwikis = [
  to('de', 'https://manual.example/de/$1'),
  to('fr', 'https://manual.example/fr/$1'),
  to('mw', 'https://www.mediawiki.org/wiki/$1', 'https://www.mediawiki.org/w/api.php'),
  to('wikipedia', 'https://en.wikipedia.org/wiki/$1', 'https://en.wikipedia.org/w/api.php'),
] as const;
