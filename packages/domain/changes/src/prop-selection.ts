import type { Props } from '@wikiquery/core';

/** Whether each property is requested. `performer`: `user` or `userid`; `anyComment`: `comment` or `parsedcomment`. */
export type PropSelection<Name extends string> = Readonly<Record<Name | 'performer' | 'anyComment', boolean>>;

type NameOf<P> = P extends Props<infer S, infer _> ? keyof S & string : never;

/** Creates a function that evaluates the parameter `prop`. `props`: the declaration of the records (`f.props`). */
export function propReader<P extends Pick<Props<never, never>, 'parts'>>(props: P) {
  const parts = Object.keys(props.parts).filter(name => name !== '');
  const none: Record<string, boolean> = Object.fromEntries([...parts, 'performer', 'anyComment'].map(name => [name, false]));
  return (prop: ReadonlySet<NameOf<P>>): PropSelection<NameOf<P>> => {
    const names: ReadonlySet<string> = prop;
    const selected = { ...none };
    for (const name of names) selected[name] = true;
    selected.performer = names.has('user') || names.has('userid');
    selected.anyComment = names.has('comment') || names.has('parsedcomment');
    return selected as PropSelection<NameOf<P>>;
  };
}
