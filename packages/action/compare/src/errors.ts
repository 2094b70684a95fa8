import { ApiError, type Env, escapeWikitext, message, type Title } from '@wikiquery/core';

type Prefix = 'from' | 'to';

const error = (code: string, text: string, options: Parameters<typeof message>[2]): ApiError => new ApiError(message(code, text, options));

export const noSuchRevision = (id: number): ApiError => error('nosuchrevid', `There is no revision ${id}.`, { params: [id] });

export const missingTitle = ({ titles }: Env, title: Title): ApiError =>
  error('missingtitle', `There is no page "${titles.text(title)}".`, {
    key: 'apierror-missingtitle-byname',
    params: [escapeWikitext(titles.text(title))],
  });

export const noRevisionOf = ({ titles }: Env, title: Title): ApiError =>
  error('nosuchrevid', `The page "${titles.text(title)}" has no current revision.`, {
    key: 'apierror-missingrev-title',
    params: [escapeWikitext(titles.text(title))],
  });

export const missingContent = (id: number): ApiError =>
  error('missingcontent', `The text of revision ${id} is missing or revision-deleted.`, {
    key: 'apierror-missingcontent-revid',
    params: [id],
  });

export const noSuchSection = (prefix: Prefix, section: string): ApiError =>
  error(`nosuch${prefix}section`, `The "${prefix}" side has no section ${section}.`, {
    key: `apierror-compare-nosuch${prefix}section`,
    params: [escapeWikitext(section)],
  });

export const mainTextRequired = (prefix: Prefix): ApiError =>
  error('compare-maintextrequired', `The main slot is required. Send its text as "${prefix}text-main".`, { params: [prefix] });

export const noText = (name: string, text: string): ApiError =>
  error('compare-notext', `"${name}" requires "${text}".`, { params: [escapeWikitext(name), escapeWikitext(text)] });

export const noTitle = (): ApiError =>
  error('compare-no-title', 'The pre-save transform depends on the page. Name it with "fromtitle" or "totitle".', {});

export const noSide = (prefix: Prefix): ApiError =>
  error(
    `compare-no${prefix}revision`,
    `A section requires a revision. Name it with "${prefix}rev", "${prefix}title" or "${prefix}id".`,
    {},
  );

export const noSections = (model: string): ApiError =>
  error('sectionsnotsupported', `Content of the model "${model}" has no sections.`, { params: [model] });

export const notReplaced = (): ApiError => error('sectionreplacefailed', 'The section cannot be replaced by content of another model.', {});

export const badFormat = (model: string, format: string): ApiError =>
  error('badformat', `The content model "${model}" does not support the format "${format}".`, { params: [format, model] });

export const noBase = (): ApiError =>
  error('compare-relative-to-nothing', '"torelative" requires a revision on the "from" side, but there is none.', {});

export const deletedBase = (direction: string): ApiError =>
  error('compare-relative-to-deleted', `"torelative=${direction}" cannot start from a deleted revision.`, {
    params: [direction],
  });

export const noContentModel = () =>
  message('compare-nocontentmodel', 'The content model is unknown. The text is treated as wikitext.', {
    key: 'apiwarn-compare-nocontentmodel',
    params: ['wikitext'],
  });

export const noNeighbour = (direction: 'prev' | 'next', page: string, id: number) =>
  message(
    `compare-no-${direction}`,
    `Revision ${id} is the ${direction === 'prev' ? 'first' : 'last'} one of "${page}". There is none to compare it with.`,
    { key: `apiwarn-compare-no-${direction}`, params: [escapeWikitext(page), id] },
  );
