import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { collisionsOf } from '../requests/collisions.ts';
import { Visitor } from '../visitor.ts';
import type { Question } from './bases.ts';
import { choose } from './choose.ts';
import { asSent, comparable, type Leak, SESSIONS, type Session, sendShared, shownSecrets } from './examination.ts';
import { type PlantedWiki, plantWiki } from './planted-wiki.ts';

/** What one session got though it was made for another one. */
export interface Poisoning {
  readonly asked: number;
  readonly leaks: readonly Leak[];
}

interface Member {
  readonly session: Session;
  readonly visitor: Visitor;
  readonly cookie: string;
  /** What it was told while nobody else asked, by the question. */
  readonly alone: Map<string, string>;
}

/**
 * Asks two workers the same as different accounts by turns, each over connections to both, after somebody has sent requests that hold the text of the
 * question in other places. Whatever they remember, everybody gets what they got while they were alone, and nothing that they may not know.
 */
export async function examineWorkers({ share }: { readonly share: number }): Promise<Poisoning> {
  await using stand = new Stand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  const wiki = await plantWiki(file, []);
  const server = await stand.serve(['--database', `sqlite:${file}`, '--clock', '2024-01-15T00:00:00Z', '--workers', '2'], folder);
  const members: Member[] = [];
  for (const session of SESSIONS) {
    const visitor = stand.use(new Visitor(server.api));
    const cookie = session.login ? await visitor.login(...session.login) : '';
    members.push({ session, visitor, cookie, alone: new Map() });
  }
  const chosen = await choose(wiki, (members[0] as Member).visitor, share);
  const leaks: Leak[] = [];
  let asked = 0;
  // Those who know least come first: what they are told then is made of nothing that others asked.
  for (const member of members) {
    for (const question of chosen) member.alone.set(JSON.stringify(question), comparable(await ask(member, question)));
  }
  for (const [i, question] of chosen.entries()) {
    if (i % SPELT === 0) await spellKeys(members[0] as Member, question);
    const round = members.toReversed().flatMap(member => Array.from({ length: CONNECTIONS }, () => check(member, question, wiki)));
    asked += round.length;
    leaks.push(...(await Promise.all(round)).flat());
  }
  return { asked, leaks };
}

/** Of so many questions one is spelt as a key: all take longer than the rest of the examination. */
const SPELT = 4;

/** Workers take connections by turns: two at once reach both. */
const CONNECTIONS = 2;

/** Sends each twice: the first time a worker notes a request, the second time it caches the response. */
async function spellKeys({ visitor }: Member, question: Question): Promise<void> {
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
    found.push({ what: 'depends on what others asked', shown: `${comparable(answer).slice(0, 400)}\n   or  ${before?.slice(0, 400)}` });
  return found.map(leak => ({ session: session.name, question, ...leak }));
}
