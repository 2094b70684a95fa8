import { type AnyAction, defineAction } from '../action.ts';
import { runQuery } from '../query/query.ts';

/** action=query. Its parameters are read together with those of the page set. */
export const query: AnyAction = defineAction({
  name: 'query',
  prefix: '',
  summary: 'Fetch data from and about the wiki.',
  read: true,
  params: {},
  async execute(call) {
    const { xml, ...result } = await runQuery(call);
    return xml === undefined ? result : { ...result, body: { type: 'text/xml; charset=utf-8', text: xml } };
  },
});
