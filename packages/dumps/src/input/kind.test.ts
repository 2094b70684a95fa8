import { expect, it } from 'vitest';
import { kindOf } from './kind.ts';

it.each([
  ['a pickle', "(dp0\nS'curonly'\np1\nI00\nsS'api'\np2\nS'https://wiki.example/w/api.php'\n"],
  ['JSON', '{"api": "https://wiki.example/w/api.php", "curonly": false, "namespaces": ["all"]}'],
])("recognizes the settings of WikiTeam's dumpgenerator in %s", (_, text) => {
  expect(kindOf(Buffer.from(text))).toMatchObject({ is: 'other', what: "These are settings of WikiTeam's dumpgenerator" });
});
