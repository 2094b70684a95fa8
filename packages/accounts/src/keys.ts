import { hkdfSync } from 'node:crypto';

export interface Keys {
  readonly cookies: Uint8Array;
  readonly tokens: Uint8Array;
  readonly fingerprints: Uint8Array;
}

/** Derives the keys of a wiki from its secret (`$wgSecretKey`). Throws a RangeError for a secret of fewer than 32 characters. */
export function deriveKeys(secretKey: string, wikiId: string): Keys {
  if (secretKey.length < 32) {
    throw new RangeError(
      'The secret key that signs sessions has fewer than 32 characters. Set "secretKey" to 64 random hexadecimal digits.',
    );
  }
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secretKey, wikiId, `wikiquery ${purpose}`, 32));
  return { cookies: derive('session cookies'), tokens: derive('request tokens'), fingerprints: derive('account fingerprints') };
}
