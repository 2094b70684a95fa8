import icons from '@wikimedia/codex-icons/dist/codex-icons.json' with { type: 'json' };
import { f, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';

/** The path of an icon, or how it depends on the direction or on the language of the text. */
const icon = f.oneOf(
  f.string(),
  f.object({
    ltr: f.string().optional().help('The path in text from left to right.'),
    rtl: f.string().optional().help('The path in text from right to left.'),
    shouldFlip: f.boolean().optional().help('Whether it is mirrored in text from right to left.'),
    shouldFlipExceptions: f.array(f.string()).optional().help('Languages in which it is not mirrored.'),
    langCodeMap: f.map(f.string()).optional().help('The path by language.'),
    default: f.string().optional().help('The path in other languages and directions.'),
  }),
);
type Icons = Readonly<Record<string, (typeof icon)['out']>>;

export default defineModule({
  group: 'list',
  name: 'codexicons',
  prefix: '',
  summary: 'Get icons of Codex, the design system of Wikimedia.',
  cache: 'public',
  sources: ['database'],
  since: '1.44',
  params: {
    names: p.enum(Object.keys(icons)).multi().all().required().help('Which icons to get.'),
  },
  returns: f.dictionary(icon),
  placement: 'object',
  quirks: { emptyIsList: true },
  examples: { 'list=codexicons&names=cdxIconInfo|cdxIconTrash': 'Two icons.' },

  async execute({ params }) {
    const record = Object.fromEntries([...params.names].map(name => [name, (icons as Icons)[name] as Icons[string]]));
    return new Records([{ record }]);
  },
});
