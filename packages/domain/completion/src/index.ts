export { type Suggestions, suggestTitles } from './suggestions.ts';
