import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const themeOf = (file: string): string => readFileSync(resolve(`@wikimedia/codex-design-tokens/dist/${file}`), 'utf8');

/** Returns Codex's design tokens that a style sheet uses, in light colours and, for users who prefer them, in dark ones. */
export function tokensFor(css: string): string {
  const used = new Set(css.match(/(?<=var\()--[\w-]+/g));
  const rule = (file: string): string => {
    const declared = [...themeOf(file).matchAll(/(--[\w-]+):\s*([^;]+);/g)].filter(([, name = '']) => used.has(name));
    return `:root{${declared.map(([, name, value]) => `${name}:${value}`).join(';')}}`;
  };
  return `${rule('theme-wikimedia-ui-root.css')}@media screen and (prefers-color-scheme:dark){${rule('theme-wikimedia-ui-mode-dark.css')}}`;
}
