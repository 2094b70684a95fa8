import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { DefaultTheme, MarkdownOptions, UserConfig } from 'vitepress';
import { REPOSITORY } from '../reference/markdown.ts';
import { linkFrom } from './links.ts';

/** Path at which the server serves the documentation, as in package.json. */
const BASE = '/docs/';

/** Returns the configuration of VitePress. The pages need no inline script or style, because the server's Content-Security-Policy forbids both. */
export function configuration(sidebar: DefaultTheme.SidebarMulti): UserConfig<DefaultTheme.Config> {
  const colors = new Map<string, string>();
  const scripts = new Set<string>();
  let outDir = '';
  return {
    title: 'wikiquery',
    description: "MediaWiki's query API as a standalone server",
    base: BASE,
    lang: 'en',
    head: [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}icon.svg` }],
      ['link', { rel: 'stylesheet', href: `${BASE}code-colors.css` }],
    ],
    // To switch without transitions, the theme would insert an inline style.
    appearance: { disableTransition: false },
    // The metadata of all pages is a file instead of an inline script.
    metaChunk: true,
    themeConfig: {
      sidebar,
      nav: [
        { text: 'Guide', link: '/' },
        { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      ],
      search: { provider: 'local' },
      outline: [2, 3],
      editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: 'Edit this page' },
    },
    markdown: markdown(colors),
    vite: {
      // The theme imports its sidebar by a relative path, and late-sidebar.ts by the name of the package.
      resolve: { alias: [{ find: /^\.\/components\/VPSidebar\.vue$/, replacement: join(import.meta.dirname, 'theme/late-sidebar.ts') }] },
      build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
      plugins: [pictureFiles()],
      logLevel: 'warn',
    },
    transformHtml: (html, _file, { siteConfig }) => {
      outDir = siteConfig.outDir;
      return html
        .replaceAll(/<script id="check-[^"]*">([\s\S]*?)<\/script>\s*/g, (_, code: string) => {
          scripts.add(code);
          return '';
        })
        .replace('<link rel="preload stylesheet"', `<script src="${BASE}${APPEARANCE}"></script>\n    $&`)
        .replaceAll(/(?<=<[^>]*) style="[^"]*"/g, '');
    },
    buildEnd: () => {
      mkdirSync(outDir, { recursive: true });
      writeFileSync(join(outDir, APPEARANCE), [...scripts].join('\n'));
      writeFileSync(join(outDir, 'code-colors.css'), [...colors].map(([name, style]) => `.${name}{${style}}`).join('\n'));
    },
  };
}

/** The script that selects the dark mode before the page is shown. */
const APPEARANCE = 'appearance.js';

/** `colors` receives the colours of highlighted code: class to CSS. */
const markdown = (colors: Map<string, string>): MarkdownOptions => ({
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  anchor: { slugify: slugOf },
  codeTransformers: [
    {
      name: 'colors-as-classes',
      span(node) {
        const { style } = node.properties;
        if (typeof style !== 'string') return;
        const name = `code-${createHash('sha256').update(style).digest('hex').slice(0, 6)}`;
        colors.set(name, style);
        delete node.properties.style;
        this.addClassToHast(node, name);
      },
    },
  ],
  config(md) {
    md.core.ruler.push('repository-links', ({ tokens, env }) => {
      const { relativePath = '' } = env as { readonly relativePath?: string };
      const folder = `docs/${relativePath.replace(/[^/]*$/, '')}`;
      for (const token of tokens) {
        for (const child of token.children ?? []) {
          const href = child.type === 'link_open' ? child.attrGet('href') : null;
          if (href !== null) child.attrSet('href', linkFrom(folder, href));
        }
        const style = token.type === 'th_open' || token.type === 'td_open' ? token.attrGet('style') : null;
        if (style === null) continue;
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
        token.attrJoin('class', style.replace('text-align:', 'align-'));
      }
    });
    const { fence } = md.renderer.rules;
    md.renderer.rules.fence = (tokens, at, ...rest) =>
      tokens[at]?.info.trim() === 'mermaid' ? diagramOf(tokens[at].content) : (fence?.(tokens, at, ...rest) ?? '');
    // Vue would evaluate the braces of wikitext.
    const { text } = md.renderer.rules;
    md.renderer.rules.text = (tokens, at, ...rest) =>
      (text?.(tokens, at, ...rest) ?? md.utils.escapeHtml(tokens[at]?.content ?? '')).replaceAll('{{', '&#123;&#123;');
    const { code_inline: code } = md.renderer.rules;
    md.renderer.rules.code_inline = (tokens, at, ...rest) => (code?.(tokens, at, ...rest) ?? '').replace('<code', '<code v-pre');
  },
});

/** Draws a Mermaid diagram as SVG. Its colours and fonts are in style.css, because the Content-Security-Policy forbids inline styles. */
const diagramOf = (source: string): string =>
  `<div class="diagram" v-pre>${renderMermaidSVG(source)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="[^"]*"/, '')}</div>\n`;

/** Returns the id of a heading, as GitHub makes it: links to sections work in both places. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

type VitePlugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

/** Moves pictures from style sheets to files, because the Content-Security-Policy forbids data URLs. */
function pictureFiles(): VitePlugin {
  return {
    name: 'picture-files',
    // Vite writes the style sheet after the usual plugins.
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll(/url\((["'])data:image\/svg\+xml[^,]*,(.*?)\1\)/g, (_, __, picture: string) => {
          const source = decodeURIComponent(picture.replaceAll(/\\(.)/g, '$1'));
          const name = `icon-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.svg`;
          this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
          return `url(${name})`;
        });
      }
    },
  };
}
