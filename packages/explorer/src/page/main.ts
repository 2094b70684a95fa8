import { createApp } from 'vue';
import '@wikimedia/codex-design-tokens/dist/theme-wikimedia-ui-root.css';
import '@wikimedia/codex-design-tokens/dist/theme-wikimedia-ui-mode-dark.css';
import './style/codex.css';
import './style/page.css';
import App from './App.vue';
import { recognize } from './account.ts';
import { prepareLocale } from './locale.ts';
import './theme.ts';
import { learn } from './wiki.ts';

// Views load in parallel, because no module that they import has a top-level await.
async function begin(): Promise<void> {
  const learned = learn();
  await prepareLocale();
  createApp(App).mount('#app');
  await learned;
  await recognize();
}
void begin();
