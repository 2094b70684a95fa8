import { hkdfSync } from 'node:crypto';

/** One secret for each purpose, so that what is made for one never serves another. */
export interface Keys {
  readonly cookies: Uint8Array;
  readonly tokens: Uint8Array;
  readonly fingerprints: Uint8Array;
}

/** Derives the keys of one wiki from its secret (`$wgSecretKey`). Throws when the secret is too short to protect anything. */
export function deriveKeys(secretKey: string, wikiId: string): Keys {
  if (secretKey.length < 32) {
    throw new RangeError(
      'The secret key that signs sessions has fewer than 32 characters. Set "secretKey" to 64 random hexadecimal digits.',
    );
  }
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secretKey, wikiId, `wikiquery ${purpose}`, 32));
  return { cookies: derive('session cookies'), tokens: derive('request tokens'), fingerprints: derive('account fingerprints') };
}
