import type { Env, PageSet } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';

export interface InfoQuery extends Env {
  readonly pages: PageSet;
  readonly services: { readonly messages?: Messages };
  readonly params: {
    readonly prop?: ReadonlySet<string> | undefined;
    readonly preloadcustom: string | undefined;
    readonly preloadparams: ReadonlySet<string> | undefined;
    readonly preloadnewsection: boolean;
    readonly editintrostyle: 'lessframes' | 'moreframes';
    readonly editintroskip: ReadonlySet<string> | undefined;
    readonly editintrocustom: string | undefined;
  };
}
