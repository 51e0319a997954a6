import { execFileSync, spawnSync } from 'node:child_process';

import { fillBudget } from '../../core/repository/slices/fill-budget';
import { SliceFragment } from '../../core/schemas/slice-fragment';
import { countTokens } from '../../llm';
import { pythonFolder } from '../../sandbox/guest/bundle';
import { describeWithSandbox } from '../prerequisites';

interface SliceRecord {
  readonly record: string;
  readonly id: string;
  readonly fragments: unknown;
}

interface Parsed {
  readonly home: string;
  readonly fragments: readonly SliceFragment[];
}

/** A job as people run it, on our own Python as the repository. */
function job(name: string, request: object): readonly SliceRecord[] {
  const options = { cwd: pythonFolder(), encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const input = JSON.stringify({ roots: { source: pythonFolder() }, ...request });
  const said = execFileSync('/usr/bin/python3', ['-B', '-m', `repository.${name}`], {
    ...options,
    input,
  });
  return said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SliceRecord);
}

const parses = `
import ast, json, sys
for text in json.load(sys.stdin):
    ast.parse(text)
`;

describeWithSandbox('slices of our own Python', () => {
  let definitions: readonly string[] = [];
  let parsed: readonly Parsed[] = [];

  beforeAll(() => {
    definitions = job('extract', {})
      .filter(({ record }) => record === 'definition')
      .map(({ id }) => id)
      .filter((_, at) => at % 29 === 0);
    parsed = job('slice_definition', { definitions, contexts: ['sliced', 'full'] })
      .filter(({ record }) => record === 'slice')
      .map(({ id, fragments }) => ({
        home: id.split('::')[0] ?? '',
        fragments: SliceFragment.array().parse(fragments),
      }));
  });

  it('are there for every definition', () => {
    expect(definitions.length).toBeGreaterThan(30);
    expect(parsed).toHaveLength(2 * definitions.length);
  });

  it.each([60, 400, 6_000])('keep to a budget of %d tokens', (tokens) => {
    for (const { fragments, home } of parsed) {
      const { text } = fillBudget(fragments, home, { tokens, countTokens });
      expect(countTokens(text)).toBeLessThanOrEqual(tokens);
    }
  });

  it('are Python whatever is left out', () => {
    const texts = parsed.flatMap(({ fragments, home }) =>
      [200, 800, 100_000].flatMap((tokens) => {
        const { text } = fillBudget(fragments, home, { tokens, countTokens });
        return [...text.matchAll(/^(`{3,})python\n([\s\S]*?)\n\1$/gm)].map(([, , code]) => code);
      }),
    );
    expect(texts.length).toBeGreaterThan(definitions.length);
    const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', parses], {
      encoding: 'utf8',
      input: JSON.stringify(texts),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
