import { defineServerExtension, listOf, optional, setting, text, webAddress } from '@wikiquery/server/extend';

/** Responds to queries in front of a MediaWiki, which keeps the sessions and gets all other requests. Its code is loaded when the settings ask for it. */
export default defineServerExtension({
  name: 'proxy',
  settings: {
    upstream: optional(webAddress, "the wiki's own api.php: it keeps the sessions and answers what is no query", {
      fixed: true,
      perWiki: true,
    }),
    answers: setting(
      listOf(text('NAME')),
      [],
      'with "upstream": actions and routes of the REST API that are answered here nevertheless, by name; "rest" for all routes; may be given several times',
      { perWiki: true },
    ),
  },
  async wiki({ upstream, answers, accounts }, wiki) {
    return upstream && (await import('./proxied-wiki.ts')).proxiedWiki({ api: upstream, answers, ...accounts }, wiki);
  },
});
