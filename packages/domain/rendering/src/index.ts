export { balanced } from './balanced.ts';
export { pageContext, type RenderingEnv, type Standing } from './context.ts';
export { type ExtractOptions, Extracts } from './extracts.ts';
export { HEADING_BEGINS, HEADING_ENDS } from './heading-marks.ts';
export { loaderFields, toldOfLoader, warningOfLoader } from './loader.ts';
export type { RenderedPage } from './page-task.ts';
export { inTurns, type PageText, pagesAmong, renderPage } from './pages.ts';
export { trackingCategories } from './tracking.ts';
