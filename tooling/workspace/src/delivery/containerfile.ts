import { readFileSync } from 'node:fs';

/** A line of a Containerfile: the instruction (`RUN`, `COPY` …) and its arguments. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Parses the syntax that docs/container uses: no continued lines. Skips ARG before the first FROM. Throws for unknown lines. */
export function readContainerfile(path: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (name === '') {
      if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`${path}: unknown line "${line}"`);
    } else if (name === 'FROM') {
      const [, base = '', as] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
      stages.push({ base, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** Settings of the image that the last stage defines. */
export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly folder: string;
  readonly volumes: readonly string[];
  readonly healthcheck: readonly string[];
  readonly command: readonly string[];
}

export function imageOf(stages: readonly Stage[]): Image {
  const { instructions = [] } = stages.at(-1) ?? {};
  const all = (name: string): string[] => instructions.filter(each => each.name === name).map(({ text }) => text);
  const list = (name: string): string[] =>
    JSON.parse(
      all(name)
        .at(-1)
        ?.replace(/^.*?CMD \[/, '[') ?? '[]',
    ) as string[];
  return {
    env: Object.fromEntries(all('ENV').flatMap(text => text.split(' ').map(pair => pair.split('=') as [string, string]))),
    user: all('USER').at(-1) ?? '0:0',
    folder: all('WORKDIR').at(-1) ?? '/',
    volumes: all('VOLUME'),
    healthcheck: list('HEALTHCHECK'),
    command: [...list('ENTRYPOINT'), ...list('CMD')],
  };
}
