import { ApiError, escapeWikitext, type MessageParam, message } from '@wikiquery/core';

const error = (code: string, text: string, options: Parameters<typeof message>[2] = {}): ApiError =>
  new ApiError(message(code, text, options));

export const missingTitle = () => error('missingtitle', 'There is no such page.');
export const pageCannotExist = () => error('pagecannotexist', 'A page of this namespace cannot exist.');
export const noSuchRevision = (id: number) => error('nosuchrevid', `There is no revision ${id}.`, { params: [id] });
export const hiddenText = () =>
  error('permissiondenied', 'The text of this revision is hidden, and you need a right to read it.', { key: 'apierror-permissiondenied' });
export const missingContent = (id: number) =>
  error('missingcontent', `The text of revision ${id} is not there.`, { key: 'apierror-missingcontent-revid', params: [id] });

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
export const invalidSection = () => error('invalidsection', '"section" is the number of a section, or "new".');
export const newSectionOfPage = () =>
  error('invalidparammix', '"section=new" goes with a text that is sent, not with "page", "pageid" or "oldid".', {
    key: 'apierror-invalidparammix-parse-new-section',
  });
export const badFormat = (format: string, model: string) =>
  error('badformat-generic', `Content of the model "${model}" cannot be had in the format "${format}".`, { params: [format, model] });
export const notWikitext = () =>
  error('notwikitext', 'Only wikitext has the structure that "parsetree" tells.', { key: 'apierror-parsetree-notwikitext' });

export const noContentModel = () =>
  message('parse-nocontentmodel', 'Neither "title" nor "contentmodel" is given: the text is taken for wikitext.', {
    key: 'apiwarn-parse-nocontentmodel',
    params: ['wikitext'],
  });

export const titleWithoutText = () =>
  message('parse-titlewithouttext', '"title" says where "text" stands, which is not given. To parse a page, name it by "page".', {
    key: 'apiwarn-parse-titlewithouttext',
  });

export const revisionWithoutText = () =>
  message(
    'parse-revidwithouttext',
    '"revid" says which revision "text" is of, which is not given. To parse a revision, name it by "oldid".',
    {
      key: 'apiwarn-parse-revidwithouttext',
    },
  );

export const otherPage = (revision: number, title: string) =>
  message('revwrongpage', `Revision ${revision} is not one of ${title}.`, {
    key: 'apierror-revwrongpage',
    params: [revision, escapeWikitext(title)],
  });
