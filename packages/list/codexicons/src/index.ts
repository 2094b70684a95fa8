import icons from '@wikimedia/codex-icons/dist/codex-icons.json' with { type: 'json' };
import { f, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';

/** SVG path of an icon, or several paths by text direction or language. */
const icon = f.oneOf(
  f.string(),
  f.object({
    ltr: f.string().optional().help('Path for left-to-right text.'),
    rtl: f.string().optional().help('Path for right-to-left text.'),
    shouldFlip: f.boolean().optional().help('Whether right-to-left text mirrors the icon.'),
    shouldFlipExceptions: f.array(f.string()).optional().help('Languages that do not mirror the icon.'),
    langCodeMap: f.map(f.string()).optional().help('Paths by language code.'),
    default: f.string().optional().help('Path for all other languages and directions.'),
  }),
);
type Icons = Readonly<Record<string, (typeof icon)['out']>>;

/** Returns icons of the Codex design system, as MediaWiki's `list=codexicons` does. */
export default defineModule({
  group: 'list',
  name: 'codexicons',
  prefix: '',
  summary: 'Return icons of the Codex design system.',
  cache: 'public',
  sources: ['database'],
  since: '1.44',
  params: {
    names: p.enum(Object.keys(icons)).multi().all().required().help('Names of the icons.'),
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
