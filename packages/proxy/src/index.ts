import { defineServerExtension, listOf, optional, setting, text, webAddress } from '@wikiquery/server/extend';

/** Proxy mode: this server responds to queries. The upstream MediaWiki manages the sessions and receives all other requests. */
export default defineServerExtension({
  name: 'proxy',
  settings: {
    upstream: optional(
      webAddress,
      'proxy mode: the upstream api.php, which manages the sessions and receives all requests except queries',
      {
        fixed: true,
        perWiki: true,
      },
    ),
    answers: setting(
      listOf(text('NAME')),
      [],
      'proxy mode: actions and REST routes that this server does not forward; "rest": all routes. Repeatable',
      { perWiki: true },
    ),
  },
  async wiki({ upstream, answers, accounts }, wiki) {
    return upstream && (await import('./proxied-wiki.ts')).proxiedWiki({ api: upstream, answers, ...accounts }, wiki);
  },
});
