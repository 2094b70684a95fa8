import type { Site } from '@wikiquery/core';
import type { AnyParam, Described } from '@wikiquery/core/host';
import { commentOf, indent, literal, propertyName } from './value-type.ts';

export function paramsType(item: Described, name: string, { site }: { readonly site: Site }): string {
  const lines = Object.entries(item.params).map(([key, param]) => {
    const { help, deprecated, required, multi } = param.options;
    const values = item.submodules?.[key] ? Object.keys(item.submodules[key].paths) : undefined;
    const type = valueType(param, values, site);
    const notes = [help ?? '', deprecated ? '@deprecated' : ''].filter(Boolean).join(' ');
    const wireName = item.prefix + key;
    const signature = wireName.includes('{')
      ? `[name: \`${wireName.replaceAll(/\{\w+\}/g, () => ANYTHING)}\`]: ${type} | undefined`
      : `readonly ${propertyName(wireName)}${required ? '' : '?'}: ${multi ? `Several<${type}>` : type}${required ? '' : ' | undefined'}`;
    return `${notes ? `${commentOf(notes)}\n` : ''}${signature};`;
  });
  const comment = commentOf(`Parameters${item.group ? ` of ${item.group}=${item.name}` : ''}. ${item.summary}`);
  return `${comment}\nexport interface ${name}Params {\n${indent(lines.join('\n'))}\n}`;
}

const ANYTHING = ['$', '{string}'].join('');

function valueType(param: AnyParam, named: readonly string[] | undefined, site: Site): string {
  const { type, options } = param;
  // Lists of values that depend on the wiki are not declared.
  const values = named ?? (type.values && type.values.length === 0 ? type.values(site) : undefined) ?? [];
  if (values.length > 0 && type.name === 'enum') return [...values.map(literal), ...(options.all || type.all ? ["'*'"] : [])].join(' | ');
  switch (type.name) {
    case 'boolean':
      return 'Flag';
    case 'integer':
      return 'number';
    case 'namespace':
      return options.multi ? "number | '*'" : 'number';
    case 'limit':
      return 'Limit';
    case 'timestamp':
      return options.multi ? 'string' : 'Moment';
    default:
      return 'string';
  }
}
