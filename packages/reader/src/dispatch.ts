import { article } from './pages/article.ts';
import { difference } from './pages/difference.ts';
import { badTitle, noAction } from './pages/failed.ts';
import { history } from './pages/history.ts';
import { information } from './pages/information.ts';
import { raw } from './pages/raw.ts';
import { source } from './pages/source.ts';
import type { PageKind, Reading } from './reading.ts';
import { specialKind } from './special/special-pages.ts';

/** Actions of `index.php`. Those that change the wiki show what they would change. */
const ACTIONS: Readonly<Record<string, PageKind>> = {
  view: article,
  purge: article,
  render: article,
  edit: source,
  submit: source,
  history,
  info: information,
  raw,
};

/** Returns the kind of page that a request asks for. */
export function kindOf(reading: Reading): PageKind {
  const { params, title, asked } = reading;
  if (params.has('diff')) return difference;
  if (title?.namespace === -1) return specialKind(reading);
  if (params.has('search') && title === undefined) return specialKind(reading);
  if (asked !== undefined && asked !== '' && title === undefined) return badTitle;
  const action = params.get('action') ?? 'view';
  return Object.hasOwn(ACTIONS, action) ? (ACTIONS[action] as PageKind) : noAction;
}
