import type { PageRequestParams } from '../api.ts';
import { html, type TemplateValue } from '../markup/html.ts';
import type { PageFrame, Reading } from '../reading.ts';

export type Continue = Readonly<Record<string, string | number>>;

/** Parameters with which the API continues a list. */
const CONTINUES = /^(?:[a-z]{1,6}continue|continue|[a-z]{2,3}offset)$/;

/** Returns the parameters in the URL that continue a list. */
export const continueIn = (params: URLSearchParams): PageRequestParams =>
  Object.fromEntries([...params].filter(([name]) => CONTINUES.test(name)));

/** Returns a link to the next page of a list: the same URL with the parameters that continue it. */
export function nextLink(
  { wording, links }: PageFrame,
  { params, url }: Pick<Reading, 'params' | 'url'>,
  next: Continue | undefined,
): TemplateValue {
  if (!next) return undefined;
  const query = new URLSearchParams([...params].filter(([name]) => !CONTINUES.test(name)));
  for (const [name, value] of Object.entries(next)) query.set(name, String(value));
  const [path = ''] = url.split('?');
  return html`<p class="reader-next"><a rel="next" href="${`${links.base}${path}?${String(query)}`}">${wording.text('more')}</a></p>`;
}
