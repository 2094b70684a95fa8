import { posix } from 'node:path';
import { REPOSITORY } from '../reference/markdown.ts';

/** Groups of plugins, which are also the folders of their reference pages. */
const PLUGIN_FOLDER = /^packages\/(?:extensions\/[^/]+\/)?((?:list|prop|meta|action|format|rest)\/[^/]+?)(?:\/(?:README\.md)?)?$/;

/** Returns a README whose relative links lead to pages of the documentation or to the repository. `folder`: path of its package. */
export const fromReadme = (markdown: string, folder: string): string =>
  markdown.replaceAll(/(?<=\]\()([^)\s]+)(?=\))/g, target => linkFrom(folder, target));

/**
 * Returns the target of a relative link in a file of `folder`. Pages of the documentation become absolute paths in it, such as
 * `/reference/list/allpages.md`. All other files and folders lead to the repository.
 */
export function linkFrom(folder: string, target: string): string {
  if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target)) return target;
  const [path = '', fragment = ''] = target.split(/(?=#)/);
  const full = posix.join(folder, path);
  const [, plugin] = PLUGIN_FOLDER.exec(full) ?? [];
  if (plugin !== undefined) return `/reference/${plugin}.md${fragment}`;
  if (/^docs\/.*\.(?:md|png|svg|jpg)$/.test(full)) return `/${full.slice('docs/'.length)}${fragment}`;
  return `${REPOSITORY}/blob/main/${full.replace(/\/$/, '')}${fragment}`;
}
