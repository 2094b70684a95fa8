import { ApiError, escapeWikitext, type MessageParam, message } from '@wikiquery/core';

const error = (code: string, text: string, options: Parameters<typeof message>[2] = {}): ApiError =>
  new ApiError(message(code, text, options));

export const missingTitle = () => error('missingtitle', 'The page does not exist.');
export const pageCannotExist = () => error('pagecannotexist', 'This namespace cannot contain pages.');
export const noSuchRevision = (id: number) => error('nosuchrevid', `There is no revision ${id}.`, { params: [id] });
export const hiddenText = () =>
  error('permissiondenied', 'You do not have the right to read the text of this revision.', { key: 'apierror-permissiondenied' });
export const missingContent = (id: number) =>
  error('missingcontent', `The text of revision ${id} is missing.`, { key: 'apierror-missingcontent-revid', params: [id] });

/** A page title, or a message parameter that contains one. */
export type Where = MessageParam;
const shown = (where: Where): Where => (typeof where === 'string' ? escapeWikitext(where) : where);
const named = (where: Where): string => (typeof where === 'string' ? where : 'this page');

export const noSuchSection = (section: string, where: Where) =>
  error('nosuchsection', `There is no section ${section} in ${named(where)}.`, {
    key: 'apierror-nosuchsection-what',
    params: [section, shown(where)],
  });
export const noSections = (where: Where) =>
  error('nosuchsection', `The content of ${named(where)} has no sections.`, {
    key: 'apierror-sectionsnotsupported-what',
    params: [shown(where)],
  });
export const invalidSection = () => error('invalidsection', '"section" must be the number of a section, or "new".');
export const newSectionOfPage = () =>
  error('invalidparammix', '"section=new" requires "text", and not "page", "pageid" or "oldid".', {
    key: 'apierror-invalidparammix-parse-new-section',
  });
export const badFormat = (format: string, model: string) =>
  error('badformat-generic', `The content model "${model}" does not support the format "${format}".`, { params: [format, model] });
export const notWikitext = () => error('notwikitext', 'Only wikitext has a parse tree.', { key: 'apierror-parsetree-notwikitext' });

export const noContentModel = () =>
  message('parse-nocontentmodel', '"title" and "contentmodel" are missing. The text is treated as wikitext.', {
    key: 'apiwarn-parse-nocontentmodel',
    params: ['wikitext'],
  });

export const titleWithoutText = () =>
  message('parse-titlewithouttext', '"title" is the context of "text", which is missing. To parse a page, use "page".', {
    key: 'apiwarn-parse-titlewithouttext',
  });

export const revisionWithoutText = () =>
  message('parse-revidwithouttext', '"revid" is the revision of "text", which is missing. To parse a revision, use "oldid".', {
    key: 'apiwarn-parse-revidwithouttext',
  });

export const otherPage = (revision: number, title: string) =>
  message('revwrongpage', `Revision ${revision} does not belong to ${title}.`, {
    key: 'apierror-revwrongpage',
    params: [revision, escapeWikitext(title)],
  });
