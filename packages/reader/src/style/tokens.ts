import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const LIGHT = createRequire(import.meta.url).resolve('@wikimedia/codex-design-tokens/dist/theme-wikimedia-ui-root.css');
const DARK = createRequire(import.meta.url).resolve('@wikimedia/codex-design-tokens/dist/theme-wikimedia-ui-mode-dark.css');

/** Returns Codex's design tokens that a style sheet uses, in light colours and, for users who prefer them, in dark ones. */
export function tokensFor(css: string): string {
  const used = new Set(css.match(/(?<=var\()--[\w-]+/g));
  const rule = (file: string): string => {
    const declared = [...readFileSync(file, 'utf8').matchAll(/(--[\w-]+):\s*([^;]+);/g)].filter(([, name = '']) => used.has(name));
    return `:root{${declared.map(([, name, value]) => `${name}:${value}`).join(';')}}`;
  };
  return `${rule(LIGHT)}@media screen and (prefers-color-scheme:dark){${rule(DARK)}}`;
}
