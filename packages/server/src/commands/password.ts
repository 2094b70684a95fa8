import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { oneLine, StartError } from '../start-error.ts';

const VARIABLE = 'MEDIAWIKI_PASSWORD';

/**
 * Reads a password from the environment, a file or standard input. A flag would expose it to all users of the machine.
 * Rejects with a StartError.
 */
export async function readPassword(user: string, file: string | undefined): Promise<string> {
  const given = process.env[VARIABLE] ?? (file === undefined ? await ask(`Password of ${user}: `) : await fromFile(file));
  const password = given.replace(/\r?\n$/, '');
  if (password === '')
    throw new StartError([`The password of ${user} is empty. Pass it in ${VARIABLE}, with --password-file FILE or on standard input.`]);
  return password;
}

async function fromFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError([`The password file ${file} cannot be read: ${oneLine(error)}. Check its path and permissions.`]);
  }
}

/** Reads the first line of standard input. A terminal shows the prompt but not the input. */
async function ask(question: string): Promise<string> {
  const { isTTY } = process.stdin;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTTY === true });
  if (isTTY) process.stderr.write(question);
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTTY) process.stderr.write('\n');
  }
}
