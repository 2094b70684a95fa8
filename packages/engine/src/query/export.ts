import { isAddress } from '@wikiquery/addresses';
import { type Env, isoTimestamp, type PageRow, type Site, type Title } from '@wikiquery/core';
import { normalFormC } from '@wikiquery/core/host';
import { loadInChunks } from '@wikiquery/database';
import { cleanXml, escapeText, escapeXmlAttribute } from '@wikiquery/html';
import { redirectTargets } from '@wikiquery/pages';
import { combinedSha1, defaultFormat, loadSlots, MAIN, type Revision, type Slot, selectRevisions, toRevision } from '@wikiquery/revisions';
import { loadSizedBlobs } from '@wikiquery/text-storage';
import { isHidden } from '@wikiquery/users';

export type ExportSchema = '0.10' | '0.11';

/**
 * Writes an XML dump of the pages' current revisions, like Special:Export. Dumps omit revision-deleted parts for all users.
 * Schema version 0.10 has only the main slot.
 */
export async function exportPages(env: Env, pages: readonly PageRow[], schema: ExportSchema): Promise<string> {
  const { db } = env;
  const latest = pages.map(page => page.latest);
  const rows = await loadInChunks(latest, chunk => selectRevisions(db).where('rev_id', 'in', chunk).execute());
  const revisions = new Map(rows.map(row => [row.rev_id, toRevision(row)]));
  const slots = await loadSlots(db, latest);
  const visible = [...revisions.values()].filter(({ hidden }) => !isHidden(hidden, 'text'));
  const texts = await loadSizedBlobs(
    db,
    visible.flatMap(({ id }) => slots.get(id) ?? []),
  );
  const redirects = await redirectsOf(env, pages);
  const body = pages.flatMap(page => {
    const revision = revisions.get(page.latest);
    if (!revision) return [];
    return [
      openPage(env, page, redirects.get(page.id)),
      writeRevision(revision, slots.get(page.latest) ?? [], texts, schema, env.site),
      '  </page>\n',
    ];
  });
  return [...openStream(env.site, schema), ...body, '</mediawiki>\n'].join('');
}

async function redirectsOf({ db, titles }: Env, pages: readonly PageRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = pages.filter(({ isRedirect }) => isRedirect).map(({ id }) => id);
  const targets = ids.length > 0 ? await redirectTargets(db, ids) : [];
  return new Map(targets.map(target => [target.from, titles.text(target)]));
}

function openStream(site: Site, schema: ExportSchema): string[] {
  const url = `http://www.mediawiki.org/xml/export-${schema}`;
  const { general } = site;
  const namespaces = [...site.namespaces.values()].sort((a, b) => a.id - b.id);
  return [
    `<mediawiki xmlns="${url}/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`,
    ` xsi:schemaLocation="${url}/ ${url}.xsd" version="${schema}" xml:lang="${htmlLang(site)}">\n`,
    '  <siteinfo>\n',
    `    ${element('sitename', String(general.sitename))}\n`,
    `    ${element('dbname', databaseName(site.wikiId))}\n`,
    `    ${element('base', String(general.base))}\n`,
    `    ${element('generator', String(general.generator))}\n`,
    `    ${element('case', general.case === 'case-sensitive' ? general.case : 'first-letter')}\n`,
    '    <namespaces>\n',
    ...namespaces.map(({ id, name, caseSensitive }) => {
      const attributes = { key: id, case: caseSensitive ? 'case-sensitive' : 'first-letter' };
      return `      ${element('namespace', name, attributes)}\n`;
    }),
    '    </namespaces>\n',
    '  </siteinfo>\n',
  ];
}

/** Returns the BCP 47 code of the content language: `zh-Hans` instead of `zh-hans`. */
function htmlLang({ info, lang }: Site): string {
  const languages = info.languages as readonly { readonly code: string; readonly bcp47: string }[] | undefined;
  return languages?.find(({ code }) => code === lang)?.bcp47 ?? lang;
}

/** Returns the database name in a wiki id, which can also contain the schema and the table prefix. `?h` represents a hyphen. */
const databaseName = (wikiId: string): string => (wikiId.split('-')[0] ?? '').replaceAll('?h', '-');

function openPage({ titles }: Env, page: PageRow & Title, redirect: string | undefined): string {
  return [
    '  <page>\n',
    `    ${element('title', titles.text(page))}\n`,
    `    ${element('ns', String(page.namespace))}\n`,
    `    ${element('id', String(page.id))}\n`,
    redirect === undefined ? '' : `    ${element('redirect', '', { title: redirect })}\n`,
  ].join('');
}

const DELETED = { deleted: 'deleted' };

function writeRevision(
  revision: Revision,
  slots: readonly Slot[],
  texts: ReadonlyMap<string, string>,
  schema: ExportSchema,
  site: Site,
): string {
  const { id, parentId, timestamp, hidden, minor, comment, sha1 } = revision;
  const lines = [element('id', String(id))];
  if (parentId) lines.push(element('parentid', String(parentId)));
  lines.push(element('timestamp', isoTimestamp(timestamp)));
  lines.push(...(isHidden(hidden, 'user') ? [element('contributor', '', DELETED)] : contributorLines(revision)));
  if (minor) lines.push('<minor/>');
  if (isHidden(hidden, 'comment')) lines.push(element('comment', '', DELETED));
  else if (comment !== '') lines.push(element('comment', comment));
  const main = slots.filter(({ role }) => role === MAIN);
  const others = schema === '0.10' ? [] : slots.filter(({ role }) => role !== MAIN).sort((a, b) => (a.role < b.role ? -1 : 1));
  const isTextHidden = isHidden(hidden, 'text');
  for (const slot of main) lines.push(...slotLines(slot, isTextHidden, texts, schema, site));
  for (const slot of others) {
    const inner = [element('role', slot.role), ...slotLines(slot, isTextHidden, texts, schema, site)];
    lines.push('<content>', ...inner.map(line => `  ${line}`), '</content>');
  }
  lines.push(isTextHidden ? '<sha1/>' : element('sha1', sha1 || combinedSha1(slots)));
  return `    <revision>\n${lines.map(line => `      ${line}\n`).join('')}    </revision>\n`;
}

function contributorLines({ user, userId }: Revision): string[] {
  const who =
    userId === undefined && isAddress(user) ? [element('ip', user)] : [element('username', user), element('id', String(userId ?? 0))];
  return ['<contributor>', ...who.map(line => `  ${line}`), '</contributor>'];
}

function slotLines(
  { model, size, sha1, origin, address }: Slot,
  isTextHidden: boolean,
  texts: ReadonlyMap<string, string>,
  schema: ExportSchema,
  site: Site,
): string[] {
  const isNew = schema !== '0.10';
  const lines = [
    ...(isNew ? [element('origin', String(origin))] : []),
    element('model', model),
    element('format', defaultFormat(site, model)),
  ];
  const text = isTextHidden ? undefined : texts.get(address);
  const attributes = {
    bytes: text === undefined ? size : Buffer.byteLength(text),
    // The hash of a revision-deleted text would allow clients to verify guesses.
    ...(isNew && { sha1: isTextHidden ? '' : sha1 }),
    ...(isTextHidden && DELETED),
    ...(text !== undefined && { 'xml:space': 'preserve' }),
  };
  return [...lines, element('text', text ?? '', attributes)];
}

function element(name: string, content: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(String(value))}"`);
  return content === ''
    ? `<${name}${written.join('')} />`
    : `<${name}${written.join('')}>${escapeText(cleanXml(normalFormC(content)))}</${name}>`;
}
