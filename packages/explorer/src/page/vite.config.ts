import { createHash } from 'node:crypto';
import vue from '@vitejs/plugin-vue';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // The page is served at several URLs.
  base: './',
  plugins: [vue(), darkTokens(), iconFiles()],
  // Other packages of the workspace are not compiled in a new clone.
  resolve: { conditions: ['@wikiquery/source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
});

/** Makes an attribute of the page select the design tokens of the dark mode. */
function darkTokens(): Plugin {
  return {
    name: 'dark-tokens',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('theme-wikimedia-ui-mode-dark.css') ? code.replace(':root', ":root[data-theme='dark']") : undefined,
  };
}

/** Moves icons from style sheets to files, because the Content-Security-Policy forbids data URLs. */
function iconFiles(): Plugin {
  return {
    name: 'icon-files',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll(/url\((["'])data:image\/svg\+xml;utf8,(.*?)\1\)/g, (_, __, image: string) => {
          const source = decodeURIComponent(image.replaceAll(/\\(.)/g, '$1'));
          const name = `icon-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.svg`;
          this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
          return `url(${name})`;
        });
      }
    },
  };
}
