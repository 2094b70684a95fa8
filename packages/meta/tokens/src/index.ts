import { f, message, nothing, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';

/** Salts by token type. Tokens for login and account creation belong to the session, even if it has no account. */
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

/** Returns tokens for requests that change data or log in, as MediaWiki's `meta=tokens` does. */
export default defineModule({
  group: 'meta',
  name: 'tokens',
  prefix: '',
  summary: 'Return tokens for requests that change data or log in.',
  read: false, // Logging in to a private wiki requires a token.
  quirks: { ofSession: true },
  cache: 'private',
  sources: [],
  params: { type: p.enum(types).multi().all().default(['csrf']).help('Types of tokens to return.') },
  returns: f.keyed(f.string()),
  placement: 'object',
  examples: { 'meta=tokens&type=login': 'Token for a login.' },

  async execute({ params, actor, request, warn }) {
    if (request.crossOrigin) {
      warn(notCrossOrigin);
      return nothing;
    }
    const requested = [...params.type];
    return new Records(
      requested.map((type, i) => ({
        key: `${type}token`,
        record: OF_SESSION.has(type) ? request.sessionToken(SALTS[type]) : actor.token(SALTS[type]),
        cursor: { type: requested.slice(i).join('|') },
      })),
    );
  },
});

const notCrossOrigin = message('tokens-origin', 'Requests that scripts of other sites can read do not get tokens.', {
  key: 'apiwarn-tokens-origin',
});
