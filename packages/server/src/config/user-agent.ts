import { urlToHttpOptions } from 'node:url';
import type { Pause } from '@wikiquery/client/retries';
import { printError } from '@wikiquery/hardening';
import { isNear, isOfMachine } from '../http/undeclared-proxy.ts';
import { VERSION } from '../version.ts';
import type { Settings } from './settings.ts';

type Contact = Pick<Settings, 'contact'>;

/**
 * Returns the `User-Agent` of requests that wikiquery itself sends, `wikiquery/VERSION (CONTACT) PURPOSE`, as in
 * https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy. `purpose`: name of the command, without spaces.
 */
export const userAgentOf = ({ contact }: Contact, purpose: string): string =>
  [`wikiquery/${VERSION}`, ...(contact === undefined ? [] : [`(${contact})`]), purpose].join(' ');

/** Returns advice if requests to a public server have no contact in their `User-Agent`, otherwise undefined. */
export function contactAdvice({ contact }: Contact, address: string | URL): string | undefined {
  const url = URL.parse(String(address));
  if (contact !== undefined || !url || !isPublic(urlToHttpOptions(url).hostname ?? '')) return undefined;
  return `Requests to ${url.host} contain no contact, so its operators may limit or block them. Set --contact to an e-mail address or a URL.`;
}

/** Prints the advice of `contactAdvice`. */
export function noteContact(settings: Contact, address: string | URL): void {
  const advice = contactAdvice(settings, address);
  if (advice !== undefined) printError(`wikiquery: ${advice}`);
}

/** Returns a function that reports the pauses that a busy server requires, if they are long. */
export const pauseReporter =
  (report: (text: string) => void = text => printError(`wikiquery: ${text}`)) =>
  ({ host, seconds }: Pause): void => {
    if (seconds >= LONG_PAUSE) report(`${host} is busy. The next request follows in ${seconds} seconds.`);
  };

const LONG_PAUSE = 10;

const isPublic = (host: string): boolean => /[.:]/.test(host) && !isOfMachine(host) && !isNear(host, 0) && !PRIVATE_NAME.test(host);

/** Host names that the public DNS does not have: RFC 6761, RFC 6762, RFC 8375 and `internal`. */
const PRIVATE_NAME = /\.(?:test|local|internal|home\.arpa)$/i;
