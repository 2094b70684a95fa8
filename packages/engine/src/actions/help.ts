import { p, type Registry } from '@wikiquery/core';
import { type AnyAction, defineAction } from '../action.ts';
import { htmlPage } from '../output/html.ts';
import { escapeHtml } from '../output/messages.ts';

/** action=help, the default action: a page that says where the documentation is and what is installed. */
export function help(registry: Registry, actions: () => readonly AnyAction[], documentation: string): AnyAction {
  return defineAction({
    name: 'help',
    prefix: '',
    summary: 'Show where the documentation stands.',
    read: false,
    params: {
      modules: p.string().multi().default(['main']).help('Modules to display help for.'),
      submodules: p.boolean().help('Include help for submodules of the named module.'),
      recursivesubmodules: p.boolean().help('Include help for submodules recursively.'),
      wrap: p.boolean().help('Wrap the output in a standard API response structure.'),
      toc: p.boolean().help('Include a table of contents in the HTML output.'),
    },
    async execute(call, params) {
      const { sitename } = call.wiki.site.general as { sitename?: string };
      const content = describe(registry, actions(), documentation);
      if (!params.wrap) {
        const text = htmlPage(`${sitename ?? ''} API help`, `<h1>${escapeHtml(sitename ?? '')} API help</h1>${content}`);
        return { fields: new Map(), cacheMode: 'public', body: { type: 'text/html; charset=utf-8', text } };
      }
      call.warnings.complete();
      const help = { mime: 'text/html', filename: 'api-help.html', help: content };
      return { fields: new Map([...call.requestedFields, ['help', help]]), cacheMode: 'public' };
    },
  });
}

function describe(registry: Registry, actions: readonly AnyAction[], documentation: string): string {
  const url = escapeHtml(documentation);
  const rows = [...registry.values()]
    .sort((a, b) => (a.group + a.name < b.group + b.name ? -1 : 1))
    .map(
      ({ group, name, prefix, summary }) =>
        `<tr><td><kbd>${group}=${name}</kbd></td><td><kbd>${escapeHtml(prefix)}</kbd></td><td>${escapeHtml(summary)}</td></tr>`,
    );
  return (
    `<p>This server answers the query interface of a wiki. The documentation is at <a href="${url}">${url}</a>; ` +
    '<kbd>action=paraminfo&amp;modules=query%2B*</kbd> tells every parameter to programs.</p>' +
    `<h2>Actions</h2><ul>${actions.map(({ name, summary }) => `<li><kbd>${name}</kbd>: ${escapeHtml(summary)}</li>`).join('')}</ul>` +
    `<h2>Query modules</h2><table><tr><th>module</th><th>prefix</th><th></th></tr>${rows.join('')}</table>`
  );
}
