import { f, message, nothing, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';

/** What each type of token is made from; login tokens belong to the session, also an anonymous one. */
const SALTS = {
  createaccount: 'createaccount',
  csrf: '',
  login: 'login',
  patrol: 'patrol',
  rollback: 'rollback',
  userrights: 'userrights',
  watch: 'watch',
} as const;
const OF_SESSION: ReadonlySet<TokenType> = new Set(['login', 'createaccount']);

type TokenType = keyof typeof SALTS;
const types = Object.keys(SALTS) as TokenType[];

export default defineModule({
  group: 'meta',
  name: 'tokens',
  prefix: '',
  summary: 'Gets tokens for data-modifying actions.',
  read: false, // a private wiki hands out login tokens too
  quirks: { ofSession: true },
  cache: 'private',
  sources: [],
  params: { type: p.enum(types).multi().all().default(['csrf']).help('Types of token to request.') },
  returns: f.keyed(f.string()),
  placement: 'object',
  examples: { 'meta=tokens&type=login': 'A token to log in with.' },

  async execute({ params, actor, request, warn }) {
    if (request.crossOrigin) {
      warn(notCrossOrigin);
      return nothing;
    }
    const wanted = [...params.type];
    return new Records(
      wanted.map((type, i) => ({
        key: `${type}token`,
        record: OF_SESSION.has(type) ? request.sessionToken(SALTS[type]) : actor.token(SALTS[type]),
        cursor: { type: wanted.slice(i).join('|') },
      })),
    );
  },
});

const notCrossOrigin = message('tokens-origin', 'Tokens may not be obtained when the same-origin policy is not applied.', {
  key: 'apiwarn-tokens-origin',
});
