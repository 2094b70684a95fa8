import type { Subject } from './subjects.ts';
import type { InfoQuery } from './parts.ts';

export interface IntroParams {
  readonly editintrostyle: 'lessframes' | 'moreframes';
  readonly editintroskip: ReadonlySet<string> | undefined;
  readonly editintrocustom: string | undefined;
}

export async function introMessages(_q: InfoQuery, _subjects: readonly Subject[]) {
  return () => ({ editintro: {} });
}
