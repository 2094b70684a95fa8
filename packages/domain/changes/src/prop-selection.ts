import type { Props } from '@wikiquery/core';

/** Which properties a request asks for, by name; besides, whether it asks for who did something and for any form of the comment. */
export type PropSelection<Name extends string> = Readonly<Record<Name | 'performer' | 'anyComment', boolean>>;

// The names of the properties are all that is taken of the type.
type NameOf<P> = P extends Props<infer S, infer _> ? keyof S & string : never;

/** Makes the reader of the parameter `prop` of a module, from the declaration of its records. */
export function propReader<P extends Pick<Props<never, never>, 'parts'>>(props: P) {
  const names = Object.keys(props.parts).filter(name => name !== '');
  const none: Record<string, boolean> = Object.fromEntries([...names, 'performer', 'anyComment'].map(name => [name, false]));
  return (prop: ReadonlySet<NameOf<P>>): PropSelection<NameOf<P>> => {
    const asked: ReadonlySet<string> = prop;
    const selected = { ...none };
    for (const name of asked) selected[name] = true;
    selected.performer = asked.has('user') || asked.has('userid');
    selected.anyComment = asked.has('comment') || asked.has('parsedcomment');
    return selected as PropSelection<NameOf<P>>;
  };
}
