import { badContinue, escapeWikitext, f, message, NS, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { messages } from '@wikiquery/messages';
import { renderCache } from '@wikiquery/render-cache';
import { closeElements, Extracts } from '@wikiquery/rendering';
import { firstCharacters, firstSentences, withHeadings } from './cut.ts';

const returns = f.record({ extract: f.string().asElement().help('Extract of the page in plain text or limited HTML.') });

/** Returns extracts of pages in plain text or limited HTML, as TextExtracts' `prop=extracts` does. */
export default defineModule({
  group: 'prop',
  name: 'extracts',
  prefix: 'ex',
  summary: 'Return extracts of pages in plain text or limited HTML.',
  extension: 'TextExtracts',
  cache: 'public',
  sources: ['database', 'clock'],
  differences: ['HTML elements in extracts have no attributes.'],
  params: {
    chars: p.int({ min: 1, max: 1200 }).help('Length of the extract in characters, rounded up to a whole word.'),
    sentences: p.int({ min: 1, max: 10 }).help('Length of the extract in sentences.'),
    limit: p.limit({ default: 20, max: 20, highMax: 20 }).help('Number of extracts. Only one can be returned without `exintro`.'),
    intro: p.boolean().help('Return only the text before the first heading.'),
    plaintext: p.boolean().help('Return plain text without HTML.'),
    sectionformat: p
      .enum(['plain', 'wiki', 'raw'])
      .default('wiki')
      .help('Format of headings in plain text: `plain`, `wiki` (between equals signs) or `raw` (with markers and level).'),
    continue: p.int().help('Continue value of the previous response.'),
  },
  atMostOne: [['chars', 'sentences']],
  returns,
  placement: 'spread',
  precompute: ['exintro=1&explaintext=1', 'exintro=1'],
  services: { messages, renderCache },
  examples: { 'prop=extracts&exchars=175&explaintext=1&titles=London': 'Introduction of a page in plain text.' },

  async execute(q) {
    const { chars, sentences, intro, plaintext, sectionformat, continue: from = 0 } = q.params;
    const pages = [...q.pages.found.values()];
    if (pages.length === 0) return new Records([]);
    const isWhole = q.params.limit > 1 && !intro && pages.length > 1;
    const limit = isWhole ? 1 : q.params.limit;
    if (isWhole) q.warn(onlyOne());
    if (from < 0 || from > pages.length) throw badContinue();
    const current = pages.slice(from, from + limit);
    const isRendered = ({ namespace, contentModel = 'wikitext' }: (typeof pages)[number]): boolean =>
      namespace !== NS.FILE && contentModel === 'wikitext';
    const extracts = await Extracts.of(current.filter(isRendered), q, {
      ...{ isIntro: intro, form: plaintext ? 'text' : 'html' },
      ...{ messages: q.services.messages, cache: q.services.renderCache },
    });
    if (current.some(({ namespace }) => namespace === NS.FILE)) q.warn(noFiles());

    const textOf = async (page: (typeof pages)[number]): Promise<string> => {
      if (page.namespace === NS.FILE) return '';
      if (!isRendered(page)) {
        q.warn(otherModel(q.titles.text(page), page.contentModel ?? ''));
        return '';
      }
      const text = await extracts.next(page);
      const tidy = plaintext ? (cut: string) => cut : (cut: string) => closeElements(cut, q.request);
      if (!plaintext) {
        if (sentences !== undefined) q.warn(sentencesOfHtml(q.wirePrefix));
        q.warn(malformedHtml());
      }
      const cut =
        chars !== undefined
          ? await firstCharacters(text, chars, tidy)
          : sentences !== undefined
            ? await firstSentences(text, sentences, tidy)
            : text;
      return plaintext ? withHeadings(cut, sectionformat) : cut;
    };
    const entryOf = async (page: (typeof pages)[number], at: number) => ({
      pageId: page.id,
      cursor: from + at,
      record: { extract: await textOf(page) },
    });
    return new Records(entries(current, entryOf, extracts), from + limit < pages.length ? from + limit : undefined);
  },
});

async function* entries<Page, Made>(
  pages: readonly Page[],
  entryOf: (page: Page, at: number) => Promise<Made>,
  extracts: { store(): Promise<void> },
): AsyncGenerator<Made> {
  try {
    for (const [at, page] of pages.entries()) yield await entryOf(page, at);
  } finally {
    await extracts.store();
  }
}

const onlyOne = () =>
  message('textextracts-limit', 'Extracts of whole pages are limited to one page. "exintro" allows more.', {
    key: 'apiwarn-textextracts-limit',
    params: [1],
  });

const noFiles = () =>
  message('textextracts-title-in-file-namespace', 'File pages have no extracts.', {
    key: 'apiwarn-textextracts-title-in-file-namespace',
  });

const otherModel = (page: string, model: string) =>
  message('textextracts-unsupportedmodel', `Only wikitext has extracts, but "${page}" has the content model "${model}".`, {
    key: 'apiwarn-textextracts-unsupportedmodel',
    params: [escapeWikitext(page), model],
  });

const sentencesOfHtml = (prefix: string) =>
  message('textextracts-sentences-and-html', `With HTML, "${prefix}sentences" can mistake a full stop for the end of a sentence.`, {
    key: 'apiwarn-textextracts-sentences-and-html',
    params: [prefix],
  });

const malformedHtml = () =>
  message('textextracts-malformed-html', 'The HTML contains no images, links or attributes.', {
    key: 'apiwarn-textextracts-malformed-html',
  });
