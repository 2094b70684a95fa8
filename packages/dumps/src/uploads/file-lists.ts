import { createHash } from 'node:crypto';
import { openFile } from '../input/open-file.ts';
import type { DumpLocation } from '../input/place.ts';

/** What a list of WikiTeam's programs tells of a file: `name, address, uploader[, size, sha1, time]`. */
export interface Listed {
  readonly uploader: string;
  readonly timestamp: string | undefined;
}

/** Files by the names that they have in the archive. */
export interface FileLists {
  get(name: string): Listed | undefined;
  /** The name in the wiki of a file whose name was too long for a folder. */
  fullName(name: string): string;
}

/** Characters up to which names stay as they are: longer ones end in a hash. */
const LONGEST = 100;

export async function readFileLists(places: readonly DumpLocation[]): Promise<FileLists> {
  const files = new Map<string, Listed>();
  const shortened = new Map<string, string>();
  for (const place of places) {
    for await (const line of linesOf(place)) {
      const [name, , uploader, , , time] = line.split('\t');
      if (name === undefined || uploader === undefined) continue;
      const digits = time?.replaceAll(/\D/g, '');
      files.set(name.replaceAll(' ', '_'), { uploader, timestamp: digits?.length === 14 ? digits : undefined });
      if (name.length > LONGEST) shortened.set(shortName(name), name);
    }
  }
  return {
    get: name => files.get(name),
    fullName: name => shortened.get(name) ?? name,
  };
}

const shortName = (name: string): string =>
  `${name.slice(0, LONGEST)}${createHash('md5').update(name).digest('hex')}.${name.slice(name.lastIndexOf('.') + 1)}`;

/** Characters of a line that is none of such a list. */
const LONGEST_LINE = 10_000;

async function* linesOf(place: DumpLocation): AsyncGenerator<string> {
  const { chunks } = await openFile(place);
  const utf8 = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + utf8.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) rest = '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
