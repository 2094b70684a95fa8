import { createHash } from 'node:crypto';
import { NS, type ParsedTitle, type Site, type Titles, titleKey } from '@wikiquery/core';
import { encodeFragment, encodePath, encodeTitle } from '@wikiquery/site';
import { localSpecialName } from '@wikiquery/titles';
import { anchor } from './html.ts';
import type { KnownTargets } from './pages.ts';
import { type CommentLink, type FileLink, localName, type ParsedComment } from './parse.ts';
import type { CommentWording } from './wording.ts';

export interface RenderContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly wording: CommentWording;
  readonly known: KnownTargets;
  readonly isMessage: (dbkey: string) => boolean;
}

export const render = (comment: ParsedComment, context: RenderContext): string =>
  comment
    .map(part => (typeof part === 'string' ? part : part.kind === 'page' ? pageLink(part, context) : fileLink(part, context)))
    .join('');

const pageLink = ({ target: written, html }: CommentLink, context: RenderContext): string => {
  const { site, titles, wording } = context;
  if (written.interwiki !== '') return foreignLink(written, html, context);
  const target = localName(written, site);
  const name = titles.text(target);
  if (!isKnown(written, context)) {
    // Red links have no fragment. Special pages cannot be created, so their links do not open the editor.
    const href = site.urls.local(target, target.namespace === NS.SPECIAL ? '' : 'action=edit&redlink=1');
    return anchor(html, { href, class: 'new', title: wording.redLinkTitle(name) });
  }
  const fragment = target.fragment === '' ? '' : `#${encodeFragment(target.fragment)}`;
  const href = target.dbkey === '' ? fragment : site.urls.local(target) + fragment;
  const isRedirect = context.known.pages.get(titleKey(target.namespace, target.dbkey)) === true;
  return anchor(html, { href, class: isRedirect ? 'mw-redirect' : '', title: name });
};

const isKnown = ({ namespace, dbkey }: ParsedTitle, { site, known, isMessage }: RenderContext): boolean =>
  known.pages.has(titleKey(namespace, dbkey)) ||
  (namespace === NS.MAIN && dbkey === '') ||
  (namespace === NS.SPECIAL && localSpecialName(site, dbkey) !== undefined) ||
  (namespace === NS.FILE && known.files.has(dbkey)) ||
  (namespace === NS.MEDIAWIKI && isMessage(dbkey));

const foreignLink = (target: ParsedTitle, html: string, { site, titles }: RenderContext): string => {
  const url = site.urls.interwiki(target.interwiki, target.dbkey, target.fragment) ?? '';
  // Links are protocol-relative if the URL in the interwiki map is.
  const href = site.interwikis.get(target.interwiki)?.url.startsWith('//') ? url.replace(/^https?:/, '') : url;
  return anchor(html, { href, class: 'extiw', title: titles.text(target) });
};

const fileLink = ({ name, html }: FileLink, { site, known }: RenderContext): string => {
  const exists = known.files.has(name);
  const href = exists
    ? (known.files.get(name) ?? fileUrl(name, site))
    : site.urls.local(uploadPage(site), `wpDestFile=${encodeTitle(name)}`);
  return anchor(html, { href, class: exists ? 'internal' : 'new', title: name.replaceAll('_', ' ') });
};

const uploadPage = (site: Site) => ({ namespace: NS.SPECIAL, dbkey: localSpecialName(site, 'Upload') ?? 'Upload' });

const fileUrl = (name: string, site: Site): string => {
  const repos = (site.info.repos as readonly { local?: boolean; url?: string }[] | undefined) ?? [];
  const hash = createHash('md5').update(name).digest('hex');
  return `${repos.find(repo => repo.local)?.url ?? ''}/${hash.slice(0, 1)}/${hash.slice(0, 2)}/${encodePath(name)}`;
};
