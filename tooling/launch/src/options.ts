import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>>;

/** Parses a lab's command line. Exits for `--help`, unknown options, or fewer than `needed` positional arguments. */
export function readOptions<O extends Options>(usage: string, options: O, needed = 0): Read<O> {
  const args = process.argv.slice(2).filter(argument => argument !== '--');
  try {
    if (!args.includes('--help')) {
      const read = parseArgs({ args, options, allowPositionals: true, strict: true });
      if (read.positionals.length >= needed) return read;
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
  console.log(usage);
  process.exit(args.includes('--help') ? 0 : 2);
}
