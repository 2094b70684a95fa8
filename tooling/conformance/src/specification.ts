import { readFileSync } from 'node:fs';

/** The API specification: modules and parameters, without their descriptions. */
export interface Specification {
  readonly modules: readonly SpecifiedModule[];
}

interface SpecifiedModule {
  readonly name: string;
  readonly group: string;
  readonly prefix: string;
  readonly generator: boolean;
  readonly readrights: boolean;
  readonly deprecated: boolean;
  readonly licensetag: string;
  readonly parameters: readonly Described[];
}

type Described = Readonly<Record<string, unknown>> & { readonly name: string };

/** A module as `action=paraminfo&formatversion=2` returns it. */
export interface ServedModule extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly parameters: readonly ServedParameter[];
  readonly templatedparameters: readonly ServedParameter[];
}

interface ServedParameter extends Described {
  readonly type: string | readonly string[];
  readonly info?: readonly { readonly name: string; readonly values?: readonly string[] }[];
}

/** Reasons for expected differences. The keys are patterns such as `module.parameter: aspect: …`, in which `*` matches any characters. */
export type Reasons = Readonly<Record<string, string>>;

export function readSpecification(file: string): Specification {
  return JSON.parse(readFileSync(file, 'utf8')) as Specification;
}

/** Returns a line for each difference between paraminfo and the specification. Descriptions and the order of values do not count. */
export function specificationDifferences({ modules }: Specification, served: readonly ServedModule[]): string[] {
  const byName = new Map(served.map(module => [module.name, module]));
  const specified = new Set(modules.map(({ name }) => name));
  return [
    ...modules.flatMap(module => {
      const twin = byName.get(module.name);
      return twin ? moduleDifferences(module, twin) : [`${module.name}: is missing`];
    }),
    ...served.filter(({ name }) => !specified.has(name)).map(({ name }) => `${name}: is not specified`),
  ];
}

function moduleDifferences(module: SpecifiedModule, served: ServedModule): string[] {
  const parameters = new Map(
    [...served.parameters, ...served.templatedparameters].map(parameter => [parameter.name, inSpecificationTerms(parameter)]),
  );
  const specified = new Set(module.parameters.map(({ name }) => name));
  return [
    ...(['group', 'prefix', 'licensetag'] as const).flatMap(aspect => unequal(module.name, aspect, module[aspect], served[aspect])),
    ...(['generator', 'readrights', 'deprecated'] as const).flatMap(aspect =>
      unequal(module.name, aspect, module[aspect], served[aspect] === true),
    ),
    ...module.parameters.flatMap(parameter => {
      const at = `${module.name}.${parameter.name}`;
      const twin = parameters.get(parameter.name);
      return twin ? parameterDifferences(at, parameter, twin) : [`${at}: is missing`];
    }),
    ...[...parameters.keys()].filter(name => !specified.has(name)).map(name => `${module.name}.${name}: is not specified`),
  ];
}

const SETS = ['values', 'subtypes', 'deprecatedvalues', 'flags'] as const;
/** Boolean aspects of a parameter. An absent aspect means false. */
const SWITCHES = ['multi', 'required', 'deprecated', 'sensitive', 'allowsduplicates'] as const;
const VALUES = ['type', 'min', 'max', 'highmax', 'lowlimit', 'highlimit', 'extranamespaces', 'allspecifier', 'templated', 'modes'] as const;

function parameterDifferences(at: string, specified: Described, served: Described): string[] {
  return [
    ...VALUES.flatMap(aspect => unequal(at, aspect, specified[aspect], served[aspect])),
    ...SWITCHES.flatMap(aspect => unequal(at, aspect, specified[aspect] === true, served[aspect] === true)),
    ...SETS.flatMap(aspect => {
      const [expected, actual] = [setOf(specified[aspect]), setOf(served[aspect])];
      const changes = [
        ...[...expected.difference(actual)].map(value => `-${value}`),
        ...[...actual.difference(expected)].map(value => `+${value}`),
      ];
      return changes.length ? [`${at}: ${aspect}: ${changes.sort().join(' ')}`] : [];
    }),
    ...unequal(at, 'default', defaultOf(specified), defaultOf(served)),
  ];
}

const unequal = (at: string, aspect: string, expected: unknown, actual: unknown): string[] =>
  JSON.stringify(expected) === JSON.stringify(actual) ? [] : [`${at}: ${aspect}: ${JSON.stringify(expected)} is ${JSON.stringify(actual)}`];

const setOf = (values: unknown): Set<string> => new Set((values as readonly string[] | undefined)?.map(value => value || '(empty)'));

/** Returns the default of a parameter, sorted if it has multiple values. */
const defaultOf = ({ default: value, multi }: Described): unknown =>
  multi && typeof value === 'string' ? value.split('|').sort().join('|') : value;

/** Converts a parameter of paraminfo to the terms of the specification. */
function inSpecificationTerms({ info = [], templatevars, type, ...parameter }: ServedParameter): Described {
  const flags = info.map(({ name }) => name).filter(name => name !== 'continue');
  return {
    ...parameter,
    name: parameter.name,
    type: Array.isArray(type) ? 'enum' : type,
    values: Array.isArray(type) ? type : undefined,
    flags: flags.length ? flags : undefined,
    modes: info.find(({ name }) => name === 'modes')?.values,
    templated: templatevars,
  };
}
