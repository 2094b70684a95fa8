import { Body, f, p } from '@wikiquery/core';
import { type Described, defineAction, installed } from '@wikiquery/core/host';
import { escapeHtml, htmlPage } from '@wikiquery/html';

/** A page that says where the documentation is and what is installed. */
export default defineAction({
  name: 'help',
  prefix: '',
  summary: 'Show where the documentation stands.',
  isDefault: true,
  read: false,
  cache: 'public',
  sources: ['database'],
  params: {
    modules: p.string().multi().default(['main']).help('Modules to display help for.'),
    submodules: p.boolean().help('Include help for submodules of the named module.'),
    recursivesubmodules: p.boolean().help('Include help for submodules recursively.'),
    wrap: p.boolean().help('Wrap the output in a standard API response structure.'),
    toc: p.boolean().help('Include a table of contents in the HTML output.'),
  },
  returns: f.record({
    help: f
      .object({
        mime: f.string(),
        filename: f.string().help('What a browser calls it when it is saved.'),
        help: f.string().asElement().help('The text in HTML.'),
      })
      .help('The help.'),
  }),
  services: { installed },
  examples: { 'action=help&wrap=1': 'What is installed, as a value of the response.' },

  async execute({ params, site, services }) {
    const { sitename = '' } = site.general as { readonly sitename?: string };
    const { described, documentation } = services.installed;
    const content = describe([...described.values()], documentation);
    if (params.wrap) return { help: { mime: 'text/html', filename: 'api-help.html', help: content } };
    const heading = `<h1>${escapeHtml(sitename)} API help</h1>`;
    return new Body('text/html; charset=utf-8', htmlPage(`${sitename} API help`, heading + content), 'api-help.html');
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
    `<p>This server answers the query interface of a wiki. The documentation is at <a href="${url}">${url}</a>; ` +
    '<kbd>action=paraminfo&amp;modules=query%2B*</kbd> tells every parameter to programs.</p>' +
    `<h2>Actions</h2><ul>${items('action')}</ul>` +
    `<h2>Formats</h2><ul>${items('format')}</ul>` +
    `<h2>Query modules</h2><table><tr><th>module</th><th>prefix</th><th></th></tr>${rows.join('')}</table>`
  );
}
