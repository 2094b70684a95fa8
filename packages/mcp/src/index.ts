import { defineServerExtension, flag, listOf, optional, setting, text } from '@wikiquery/server/extend';

/** Methods that the protocol has had. It explains to clients that only POST is in use. */
const METHODS: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

/** Server extension with an MCP server: the route `/mcp`, and the command `wikiquery mcp`. Its code is loaded only when it is used. */
export default defineServerExtension({
  name: 'mcp',
  settings: {
    mcp: optional(flag, 'serve MCP at /mcp, for language models. Default: 1, but 0 in proxy mode', { perWiki: true }),
    mcpHosts: setting(
      listOf(text('HOST')),
      [],
      'further host names under which MCP clients reach this server, and of web pages that may use /mcp. Repeatable',
      { perWiki: true },
    ),
  },
  routes({ mcp, mcpHosts, bodyLimit }, wiki) {
    if (!(mcp ?? !wiki.isProxied)) return [];
    // Loaded with the first request, because most servers never get one.
    let loading: Promise<import('./http/handler.ts').McpHandler> | undefined;
    const load = () => (loading ??= import('./http/handler.ts').then(({ mcpHandler }) => mcpHandler(wiki, { hosts: mcpHosts, bodyLimit })));
    const paths = new Set([`${wiki.scriptPath}/mcp`, '/mcp']);
    return [
      {
        matches: path => paths.has(path),
        methods: METHODS,
        async handle(request, response) {
          const handle = await load();
          await handle(request, response);
        },
      },
    ];
  },
  commands: {
    mcp: {
      summary: 'Serve a wiki to language models over standard input and output',
      text: `Usage: wikiquery mcp [--api URL] [SETTING...]

Serve MCP over standard input and output, for desktop clients and editors. The
client starts this command. Without --database, --import or --api, serve the
sample wiki.

  --database ADDRESS   the database of a wiki, as for "wikiquery serve"
  --import DUMP        import a dump once, then serve it offline
  --api URL            api.php of any wiki, which is read over the network
  --contact TEXT       with --api: e-mail address or URL for the User-Agent

With --api, one request is sent at a time, and none while the wiki is busy.

Examples:
  wikiquery mcp --import simplewiki-latest-pages-articles.xml.bz2
  wikiquery mcp --api https://en.wikipedia.org/w/api.php --contact me@mail.example`,
      load: async () => ({ run: (await import('./command.ts')).run }),
    },
  },
});
