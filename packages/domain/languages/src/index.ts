export { directionOf } from './directions.ts';
export { currentCode, fallbacksOf, isLanguageCode } from './fallbacks.ts';
export { embedded, inflect, pluralForm } from './forms.ts';
export { localeOf } from './locales.ts';
export { languageName, translatedName } from './names.ts';
export { formatNumber } from './numbers.ts';
export { variantName, variantsOf } from './variants.ts';
