import type { Shape, Site } from '@wikiquery/core';
import type { AnyAction, AnyModule, AnyParam, AnyPlugin, FieldFacts, JsonSchema } from '@wikiquery/core/host';

/** Returns the README with its tables updated from the plugin's declaration. Throws if a marker is missing. */
export function updateReadme(readme: string, plugin: AnyPlugin, site: Site): string {
  const response = 'returns' in plugin ? [['response', responseTable(plugin as AnyModule | AnyAction, site)] as const] : [];
  return [['parameters', parameterTable(plugin, site)] as const, ...response].reduce(
    (text, [name, table]) => replaceBetween(text, name, table),
    readme,
  );
}

/** Returns the markers around a generated table. */
export const markers = (name: string): readonly [begin: string, end: string] => [`<!-- ${name} -->`, `<!-- /${name} -->`];

function replaceBetween(text: string, name: string, table: string): string {
  const [begin, end] = markers(name);
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the README has no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}

function parameterTable({ prefix = '', params }: AnyPlugin, site: Site): string {
  const entries = Object.entries(params) as [string, AnyParam][];
  if (entries.length === 0) return 'None.';
  const rows = entries.map(([key, { type, options }]) => {
    const notes = [
      options.help,
      options.required && 'Required.',
      options.sensitive && 'Only in the body of a POST request.',
      options.deprecated && 'Deprecated.',
    ];
    return [
      `\`${prefix}${key}\``,
      typeText({ type, options } as AnyParam, site),
      defaultText(options.default),
      notes.filter(Boolean).join(' '),
    ];
  });
  return table(['parameter', 'value', 'default', 'meaning'], rows);
}

function responseTable({ returns, params }: AnyModule | AnyAction, site: Site): string {
  const sections = new Set(returns.form === 'sections' ? params.prop?.type.values?.(site) : []);
  const rows = (Object.entries(returns.parts) as [string, Shape][]).flatMap(([part, shape]) =>
    Object.entries(shape).map(([key, field]) => {
      const when = [part && `with \`${part}\``, field.isOptional && 'if applicable', sections.has(key) && 'if requested'];
      return [`\`${key}\``, valueText(field), when.filter(Boolean).join(', ') || 'always'];
    }),
  );
  // Tuple items have names only in the documentation.
  const property = returns.form === 'tuple' ? 'in this order' : 'property';
  return rows.length > 0 ? table([property, 'value', 'when'], rows) : 'No properties of its own.';
}

function typeText({ type, options }: AnyParam, site: Site): string {
  const several = options.multi ? 'any of ' : '';
  if (type.name === 'namespace') return options.multi ? 'namespaces' : 'namespace';
  const values = type.values?.(site);
  if (values) {
    const shown = values.slice(0, MOST_VALUES).map(value => (value === '' ? 'nothing' : `\`${value}\``));
    return several + [...shown, ...(values.length > MOST_VALUES ? ['…'] : [])].join(', ');
  }
  const { min, max, highmax } = (type.describe?.(site) ?? {}) as {
    readonly min?: number;
    readonly max?: number;
    readonly highmax?: number;
  };
  const bounds = [min !== undefined && `from ${min}`, max !== undefined && `to ${max}`, highmax !== undefined && `(${highmax} for bots)`];
  return [options.multi ? `${type.name}s` : type.name, ...bounds.filter(Boolean)].join(' ');
}

const MOST_VALUES = 40;

function defaultText(value: unknown): string {
  if (value === undefined || value === false) return '';
  const values = [value].flat();
  return values.map(each => `\`${typeof each === 'string' ? each : JSON.stringify(each)}\``).join(', ');
}

function valueText({ kind }: FieldFacts): string {
  switch (kind.is) {
    case 'value':
      return schemaText(kind.schema);
    case 'boolean':
      return kind.only === undefined ? 'boolean' : `\`${kind.only}\``;
    case 'list':
      return `array of ${valueText(kind.item)}`;
    case 'map':
      return `object of ${valueText(kind.item)}`;
    case 'object':
      return `object: ${Object.keys(kind.shape)
        .map(key => `\`${key}\``)
        .join(', ')}`;
    case 'oneOf':
      return kind.of.map(valueText).join(' or ');
    case 'named':
      return kind.name;
    case 'opaque':
    case 'any':
      return 'any';
  }
}

function schemaText(schema: JsonSchema): string {
  const values = 'const' in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined);
  if (values) return values.map(value => `\`${JSON.stringify(value)}\``).join(' or ');
  if (schema.anyOf) return (schema.anyOf as readonly JsonSchema[]).map(schemaText).join(' or ');
  return schema.format === 'date-time' ? 'timestamp' : String(schema.type);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
