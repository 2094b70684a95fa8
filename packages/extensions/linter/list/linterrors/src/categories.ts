interface Category {
  readonly id: number;
  readonly priority: 'high' | 'medium' | 'low' | 'none';
}

/** Enabled categories of `$wgLinterCategories`. `id` is the value of the column `linter_cat`. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  fostered: { id: 1, priority: 'medium' },
  'obsolete-tag': { id: 2, priority: 'low' },
  'bogus-image-options': { id: 3, priority: 'medium' },
  'missing-end-tag': { id: 4, priority: 'low' },
  'stripped-tag': { id: 5, priority: 'low' },
  'self-closed-tag': { id: 6, priority: 'high' },
  'deletable-table-tag': { id: 7, priority: 'high' },
  'misnested-tag': { id: 8, priority: 'medium' },
  'pwrap-bug-workaround': { id: 9, priority: 'high' },
  'tidy-whitespace-bug': { id: 10, priority: 'high' },
  'multi-colon-escape': { id: 11, priority: 'medium' },
  'html5-misnesting': { id: 12, priority: 'high' },
  'tidy-font-bug': { id: 13, priority: 'high' },
  'multiple-unclosed-formatting-tags': { id: 14, priority: 'high' },
  'unclosed-quotes-in-heading': { id: 15, priority: 'high' },
  'multiline-html-table-in-list': { id: 16, priority: 'high' },
  'misc-tidy-replacement-issues': { id: 17, priority: 'high' },
  'wikilink-in-extlink': { id: 18, priority: 'medium' },
  'large-tables': { id: 20, priority: 'none' },
  'missing-end-tag-in-heading': { id: 21, priority: 'low' },
  'night-mode-unaware-background-color': { id: 22, priority: 'low' },
  'fostered-transparent': { id: 24, priority: 'none' },
  'duplicate-ids': { id: 25, priority: 'high' },
  'empty-heading': { id: 26, priority: 'low' },
};

const namesOf = (...priorities: Category['priority'][]): string[] =>
  priorities.flatMap(priority =>
    Object.keys(CATEGORIES)
      .filter(name => CATEGORIES[name]?.priority === priority)
      .sort(),
  );

export const VISIBLE: readonly string[] = namesOf('high', 'medium', 'low');
export const ALL: readonly string[] = [...VISIBLE, ...namesOf('none')];

export const idOf = (name: string): number => CATEGORIES[name]?.id ?? 0;

const NAMES = new Map(Object.entries(CATEGORIES).map(([name, { id }]) => [id, name]));
export const nameOf = (id: number): string => NAMES.get(id) ?? '';
