/** Supported releases, oldest first, with columns that they added (`+`) or removed (`-`). A single sign identifies a release. */
const signs = {
  '1.39': ['+page.page_id'],
  '1.40': ['+externallinks.el_to_domain_index'],
  '1.41': ['+user.user_is_temp', '-externallinks.el_to'],
  '1.42': ['+block.bl_id'],
  '1.43': ['-pagelinks.pl_title'],
  '1.44': ['+categorylinks.cl_collation_id', '+filerevision.fr_id'],
  '1.45': ['+existencelinks.exl_from', '-categorylinks.cl_to', '-recentchanges.rc_new'],
  '1.46': ['+watchlist_label.wll_id', '+imagelinks.il_target_id', '-revision.rev_sha1'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A supported MediaWiki release. */
export type LayoutRelease = keyof typeof signs;

/** All supported MediaWiki releases, oldest first. */
export const RELEASES = Object.keys(signs) as readonly LayoutRelease[];
export const NEWEST = RELEASES.at(-1) as LayoutRelease;

export type PresentColumns = ReadonlyMap<string, ReadonlySet<string>>;

export const releaseOf = (found: PresentColumns): LayoutRelease =>
  RELEASES.findLast(release => signs[release].some(sign => (sign.startsWith('+') ? has : lacks)(found, sign.slice(1)))) ?? '1.39';

/** Whether a release is older than another one. */
export const isBefore = (release: LayoutRelease, other: LayoutRelease): boolean => RELEASES.indexOf(release) < RELEASES.indexOf(other);

export function has(found: PresentColumns, name: string): boolean {
  const [table = '', column = ''] = name.split('.');
  return found.get(table)?.has(column) === true;
}

const lacks = (found: PresentColumns, name: string): boolean => found.has(name.replace(/\..*/, '')) && !has(found, name);
