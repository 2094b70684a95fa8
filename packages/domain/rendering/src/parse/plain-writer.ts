import { type Images, imageOf } from './images.ts';
import { classOf } from './tags.ts';
import type { Writer } from './writer.ts';

export function plainWriter(images: Images): Writer {
  let number = 0;
  return {
    attributes: (_, written) => classOf(written),
    link: ({ html }, trail) => html + trail,
    category() {},
    language() {},
    image: (title, options) => imageOf(title, options, images),
    external: (_, label) => (label === '' ? `[${++number}]` : `<a>${label}</a>`),
    freeLinks: text => text,
    behavior: () => '',
    tag: () => undefined,
    rest: () => '',
  };
}
