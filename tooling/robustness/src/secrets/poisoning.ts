import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { collisionsOf } from '../cache/collisions.ts';
import type { Question } from '../requests/modules.ts';
import { Visitor } from '../visitor.ts';
import { choose } from './choose.ts';
import { type Examination, SESSIONS, type Session } from './examination.ts';
import { CLOCK, type PlantedWiki, plantWiki } from './planted-wiki.ts';
import { asSent, comparable, type Leak, sendShared, shownSecrets } from './responses.ts';

interface Member {
  readonly session: Session;
  readonly visitor: Visitor;
  readonly cookie: string;
  /** Responses recorded before sessions with more rights sent the same requests. */
  readonly alone: Map<string, string>;
}

/** Interval of the requests that are also sent in the form of cache keys, which takes long. */
const COLLISION_INTERVAL = 4;

/** Number of concurrent connections. Two workers accept connections in turn, so two connections reach both. */
const CONNECTIONS = 2;

/**
 * Sends the same requests to two workers in different sessions in turn, after requests that imitate their cache keys. A response is a
 * leak if it contains a secret, or if it differs from the one before sessions with more rights sent the request.
 */
export async function examineWorkers({ share }: { readonly share: number }): Promise<Pick<Examination, 'asked' | 'leaks'>> {
  await using stand = new Stand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  const wiki = await plantWiki(file, []);
  const server = await stand.serve(['--database', `sqlite:${file}`, '--clock', CLOCK, '--workers', '2'], folder);
  const members: Member[] = [];
  for (const session of SESSIONS) {
    const visitor = stand.use(new Visitor(server.api));
    const cookie = session.login ? await visitor.login(...session.login) : '';
    members.push({ session, visitor, cookie, alone: new Map() });
  }
  const [anonymous] = members as [Member];
  const chosen = await choose(wiki, anonymous.visitor, share);
  // Sessions with few rights come first, so that no session with more rights has sent the same requests yet.
  for (const member of members) {
    for (const question of chosen) member.alone.set(JSON.stringify(question), comparable(await ask(member, question)));
  }
  const leaks: Leak[] = [];
  let asked = 0;
  for (const [i, question] of chosen.entries()) {
    if (i % COLLISION_INTERVAL === 0) await sendCollisions(anonymous, question);
    const round = members.toReversed().flatMap(member => Array.from({ length: CONNECTIONS }, () => check(member, question, wiki)));
    asked += round.length;
    leaks.push(...(await Promise.all(round)).flat());
  }
  return { asked, leaks };
}

/** A worker caches the response to the second of two equal requests. */
async function sendCollisions({ visitor }: Member, question: Question): Promise<void> {
  for (const other of collisionsOf({ query: asSent(question) }))
    for (let time = 0; time < 2; time++) await Promise.all(Array.from({ length: CONNECTIONS }, () => visitor.send(other)));
}

const ask = ({ visitor, cookie }: Member, question: Question) => sendShared(visitor, question, cookie);

async function check(member: Member, question: Question, { hoard }: PlantedWiki): Promise<Leak[]> {
  const { session, alone } = member;
  const answer = await ask(member, question);
  const secrets = hoard.secrets.filter(({ circle }) => !session.knows.includes(circle));
  const found = shownSecrets(answer, question, secrets);
  const before = alone.get(JSON.stringify(question));
  if (comparable(answer) !== before)
    found.push({
      what: 'depends on requests of other sessions',
      shown: `${comparable(answer).slice(0, 400)}\n   or  ${before?.slice(0, 400)}`,
    });
  return found.map(leak => ({ session: session.name, question, ...leak }));
}
