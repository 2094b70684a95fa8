import { type Env, escapeWikitext, message, type Title } from '@wikiquery/core';
import { extensionTagsOf, parseTreeOf } from '@wikiquery/wikitext';
import { defaultFormat, supportsFormat } from './content-models.ts';
import { compareRevisions } from './diff.ts';
import { diffTexts } from './diff-texts.ts';
import type { DiffFields, RevisionRecord } from './fields.ts';
import type { RevisionOptions } from './options.ts';
import type { Renderer, RevisionContent } from './renderer.ts';
import type { PartialRevision } from './revision.ts';

/** Maximum number of diffs in a response: the default of `$wgAPIMaxUncachedDiffs`. */
const DIFFS = 1;

/** Adds content in the old format: parse trees, expanded templates, HTML and diffs. */
export class OldContent {
  readonly #env: Env;
  readonly #options: RevisionOptions;
  #diffsLeft = DIFFS;

  constructor(env: Env, options: RevisionOptions) {
    this.#env = env;
    this.#options = options;
  }

  async add(record: RevisionRecord, revision: PartialRevision, content: RevisionContent): Promise<void> {
    const { props, parseTree, diff } = this.#options;
    if (parseTree) await this.#addParseTree(record, revision.title, content);
    if (props.has('content')) await this.#addContent(record, revision, content);
    if (diff) record.diff = await this.#diffOf(revision, content);
  }

  async #addParseTree(record: RevisionRecord, title: Title, { model, text }: RevisionContent): Promise<void> {
    if (model === 'wikitext') {
      record.parsetree = await parseTreeOf(text, { extensionTags: extensionTagsOf(this.#env.site) }, this.#env.request);
      return;
    }
    record.badcontentformatforparsetree = true;
    const name = this.#env.titles.text(title);
    const sentence = `Only wikitext has a parse tree, but "${name}" has the content model "${model}".`;
    const params = [escapeWikitext(name), model];
    this.#env.warn(message('parsetree-notwikitext', sentence, { key: 'apierror-parsetree-notwikitext-title', params }));
  }

  async #addContent(record: RevisionRecord, { id, title }: PartialRevision, content: RevisionContent): Promise<void> {
    const { model, text } = content;
    if (this.#options.parse) record.content = await this.#renderer.html(content, { title, revision: id });
    else if (this.#options.expandTemplates) {
      if (model === 'wikitext') record.content = await this.#renderer.expand(text, title);
      else this.#refuseExpansion(record, title, model);
    } else if (this.#supports(model, title)) {
      record.contentformat = this.#options.contentFormat ?? defaultFormat(this.#env.site, model);
      record.contentmodel = model;
      record.content = text;
    } else record.badcontentformat = true;
  }

  #refuseExpansion(record: RevisionRecord, title: Title, model: string): void {
    const name = this.#env.titles.text(title);
    const sentence = `Only wikitext has templates, but "${name}" has the content model "${model}".`;
    this.#env.warn(message('templateexpansion-notwikitext', sentence, { params: [escapeWikitext(name), model] }));
    record.badcontentformat = true;
  }

  /** Whether the content model supports the requested format. Adds a warning if not. */
  #supports(model: string, title: Title): boolean {
    const { contentFormat } = this.#options;
    if (contentFormat === undefined || supportsFormat(this.#env.site, model, contentFormat)) return true;
    const name = this.#env.titles.text(title);
    const sentence = `The format "${contentFormat}" does not support the content model "${model}" (page "${name}").`;
    this.#env.warn(message('badformat', sentence, { params: [contentFormat, model, escapeWikitext(name)] }));
    return false;
  }

  async #diffOf(revision: PartialRevision, content: RevisionContent): Promise<DiffFields> {
    if (this.#diffsLeft === 0) return { notcached: true };
    const target = this.#options.diff;
    if (target?.kind === 'text') {
      if (!this.#supports(content.model, revision.title)) return { badcontentformat: true };
      this.#diffsLeft--;
      const text = target.preSave ? await this.#renderer.preSave(target.text, revision.title) : target.text;
      const { lang, request, site } = this.#env;
      return {
        body: await diffTexts({ before: content.text, after: text, maxSize: site.configuration.maxResultSize, language: lang }, request),
      };
    }
    const { computed, ...comparison } = await compareRevisions(this.#env, revision, target ?? { kind: 'previous' });
    if (computed) this.#diffsLeft--;
    return comparison;
  }

  get #renderer(): Renderer {
    const { renderer } = this.#options;
    if (!renderer) throw new TypeError('A list that renders content has no renderer.');
    return renderer;
  }
}
