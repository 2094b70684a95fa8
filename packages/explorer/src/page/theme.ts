import { ref, watchEffect } from 'vue';

export type Theme = 'auto' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const KEY = 'wikiquery-explorer-theme';

const system = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = ref(system.matches);
system.addEventListener('change', () => {
  isSystemDark.value = system.matches;
});

const stored = localStorage.getItem(KEY) as Theme | null;
export const theme = ref<Theme>(stored !== null && THEMES.includes(stored) ? stored : 'auto');

watchEffect(() => {
  const isDark = theme.value === 'dark' || (theme.value === 'auto' && isSystemDark.value);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  localStorage.setItem(KEY, theme.value);
}
