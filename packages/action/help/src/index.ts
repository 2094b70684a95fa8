import { Body, f, p } from '@wikiquery/core';
import { type Described, defineAction, installed } from '@wikiquery/core/host';
import { escapeHtml, htmlPage } from '@wikiquery/html';

/** Returns an HTML page with a link to the documentation and a list of the modules. It replaces MediaWiki's generated API help. */
export default defineAction({
  name: 'help',
  prefix: '',
  summary: 'List the installed modules with a link to the documentation.',
  isDefault: true,
  read: false,
  cache: 'public',
  sources: ['database'],
  params: {
    modules: p.string().multi().default(['main']).help('Module paths to show help for. Ignored: the page always lists all modules.'),
    submodules: p.boolean().help('Show the help of submodules. Ignored.'),
    recursivesubmodules: p.boolean().help('Show the help of submodules at all depths. Ignored.'),
    wrap: p.boolean().help('Return the help page as a field of a normal API response.'),
    toc: p.boolean().help('Add a table of contents. Ignored.'),
  },
  returns: f.record({
    help: f
      .object({
        mime: f.string(),
        filename: f.string().help('Suggested file name for saving the page.'),
        help: f.string().asElement().help('Help page in HTML.'),
      })
      .help('Help page and its metadata.'),
  }),
  services: { installed },
  examples: { 'action=help&wrap=1': 'Help page as a field of the response.' },

  async execute({ params, site, services }) {
    const { sitename = '', generator } = site.general as { readonly sitename?: string; readonly generator?: string };
    const { described, documentation } = services.installed;
    const content = describe([...described.values()], documentation);
    if (params.wrap) return { help: { mime: 'text/html', filename: 'api-help.html', help: content } };
    const heading = `<h1>${escapeHtml(sitename)} API help</h1>`;
    return new Body('text/html; charset=utf-8', htmlPage(`${sitename} API help`, heading + content, generator), 'api-help.html');
  },
});

function describe(all: readonly Described[], documentation: string): string {
  const url = escapeHtml(documentation);
  const items = (group: string): string =>
    all
      .filter(item => item.group === group)
      .map(({ name, summary }) => `<li><kbd>${name}</kbd>: ${escapeHtml(summary)}</li>`)
      .join('');
  const rows = all
    .filter(({ path }) => path.startsWith('query+'))
    .sort((a, b) => (`${a.group}${a.name}` < `${b.group}${b.name}` ? -1 : 1))
    .map(
      ({ group, name, prefix, summary }) =>
        `<tr><td><kbd>${group}=${name}</kbd></td><td><kbd>${escapeHtml(prefix)}</kbd></td><td>${escapeHtml(summary)}</td></tr>`,
    );
  return (
    `<p>This server provides the query API of a wiki. The documentation is at <a href="${url}">${url}</a>. ` +
    '<kbd>action=paraminfo&amp;modules=query%2B*</kbd> returns all parameters in machine-readable form.</p>' +
    `<h2>Actions</h2><ul>${items('action')}</ul>` +
    `<h2>Formats</h2><ul>${items('format')}</ul>` +
    `<h2>Query modules</h2><table><tr><th>module</th><th>prefix</th><th></th></tr>${rows.join('')}</table>`
  );
}
