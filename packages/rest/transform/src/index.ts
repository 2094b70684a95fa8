import { defineRoute, type Env, HttpError, isInvalid, type PageRow, p, type Title } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { defaultContentModel, languageCodes, pageLanguage, pagesByTitle } from '@wikiquery/pages';
import { renderPage } from '@wikiquery/rendering';
import { findRevision, hiddenRevision, htmlDocument, loadSource, mainSlot } from '@wikiquery/rest-pages';
import { isHidden } from '@wikiquery/users';
import { acceptsHtml, readBody } from './body.ts';
import { isTrue } from './wanted.ts';

export default defineRoute({
  name: 'transform',
  summary: 'Wikitext that is sent, or that of a page, as HTML.',
  method: 'POST',
  paths: {
    text: '/v1/transform/wikitext/to/html',
    title: '/v1/transform/wikitext/to/html/{title}',
    revision: '/v1/transform/wikitext/to/html/{title}/{revision}',
  },
  params: {
    title: p.string().default('').help('The page on which the text stands; the main page when left out.'),
    revision: p.string().default('').help('The id of the revision that the text is of, or whose text it is.'),
    body_only: p.string().default('').help('Give what stands in the body alone. It may stand in what is sent, too.'),
  },
  differences: [
    'The HTML is that of action=parse, not Parsoid’s: it cannot be made wikitext again, and says of no version of Parsoid’s format.',
    'Of the transformations only that of wikitext to HTML is there. Nothing is stashed.',
    'A title that is none is `rest-invalid-title`, which MediaWiki ends with an internal error.',
  ],
  services: { messages },

  async execute(q) {
    const { params, site, titles, sent } = q;
    const wanted = await readBody(q);
    if (!acceptsHtml(sent.accept)) throw new HttpError(406, 'rest-unsupported-target-format', 'Only HTML can be had here.');
    const id = Number.parseInt(wanted.revision ?? params.revision, 10) || undefined;
    const revision = id === undefined ? undefined : await findRevision(q, id);
    const named = (wanted.title ?? params.title) || (revision ? titles.text(revision.title) : '');
    if (wanted.text === undefined && named === '')
      throw new HttpError(400, 'rest-transform-missing-title', 'Send wikitext, or the title of a page.');
    const title = titleOf(q, named);
    const [page] = await pagesByTitle(q.db, [title]);
    const { text, model } =
      wanted.text === undefined
        ? await stored(q, id ?? page?.latest)
        : { text: wanted.text, model: modelOf(q, wanted.model ?? 'wikitext') };
    if (Buffer.byteLength(text) > mostBytes(q)) throw new HttpError(413, 'rest-resource-limit-exceeded', 'The text is too long.');
    const language = languageOf(q, wanted.language ?? sent.language, title, page);
    const { html: content } = await renderPage(q, {
      ...{ text, model, title, revision: id ?? (wanted.text === undefined ? page?.latest : undefined), language },
      ...{ messages: q.services.messages, isRedirect: false, hasEditLinks: false, toc: 'none' },
    });
    const isBodyOnly = params.body_only === '' ? wanted.isBodyOnly : isTrue(params.body_only);
    const html = isBodyOnly ? content : htmlDocument(q, { page: { ...title, id: page?.id ?? 0 }, language, content });
    const headers = { 'Content-Language': language, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': NOT_KEPT };
    return { headers, html };

    function modelOf({ site: { configuration } }: Env, name: string): string {
      if (MODELS.has(name) || Object.hasOwn(configuration.contentModels, name) || name === defaultContentModel(site, title)) return name;
      throw new HttpError(400, 'rest-bad-content-model', `There is no content model "${name}".`);
    }
  },
});

const NOT_KEPT = 'private,no-cache,s-maxage=0';

/** The content models that MediaWiki itself has. */
const MODELS: ReadonlySet<string> = new Set(['wikitext', 'json', 'css', 'javascript', 'text']);

/** `$wgMaxArticleSize` in bytes. */
const mostBytes = ({ site }: Env): number => Number(site.general.maxarticlesize ?? 2 << 20);

function titleOf({ titles, site }: Env, text: string): Title {
  const title = titles.parse(text === '' ? String(site.general.mainpage) : text);
  if (isInvalid(title) || title.interwiki !== '' || title.dbkey === '' || title.namespace < 0)
    throw new HttpError(400, 'rest-invalid-title', `"${text}" is no title of a page.`);
  return { namespace: title.namespace, dbkey: title.dbkey };
}

/** The text of a revision that is there. Hidden ones are shown to nobody, as in the other routes. */
async function stored(env: Env, id: number | undefined): Promise<{ readonly text: string; readonly model: string }> {
  const revision = id === undefined ? undefined : await findRevision(env, id);
  if (!revision) throw new HttpError(404, 'rest-specified-revision-unavailable', 'The revision is not there.');
  if (isHidden(revision.hidden, 'text')) throw hiddenRevision(revision.id);
  const slot = await mainSlot(env, revision.id);
  return { text: await loadSource(env, revision, slot), model: slot.model };
}

/** What the client says that it is in, where that is a language of the wiki. */
const languageOf = ({ site }: Env, said: string | undefined, title: Title, page: PageRow | undefined): string =>
  said !== undefined && languageCodes(site).has(said.toLowerCase())
    ? said.toLowerCase()
    : pageLanguage(site, page ?? { ...title, lang: undefined, contentModel: undefined });
