import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns all accessibility problems that axe-core finds on a page, one line each. The page must have been opened with `bypassCSP`, because
 * axe-core is injected as a script.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Colours have intermediate values during a transition.
  await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      // The parser indents paragraphs as MediaWiki does, with definition lists that have no terms.
      rules: { 'definition-list': { enabled: false } },
    }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} ${nodes
        .slice(0, 3)
        .map(node => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`)
        .join('; ')}`,
  );
}
