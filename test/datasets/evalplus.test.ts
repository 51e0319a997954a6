import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { FunctionHidden, FunctionProblem } from '../../core/tasks/function';
import { hiddenSnippets } from '../../core/tasks/function';
import { loadDataset } from '../../datasets';
import { describeWithData, sharedData } from '../prerequisites';

const prompt =
  'def twice(x):\n    """Twice of x.\n    >>> twice(2)\n    4\n    >>> twice(0)\n    0\n    """\n';
const base = '[[1.0], [12345678901234567890], [-0.0]]';
const plus = '[[NaN], [-Infinity], [1e400], ["\\ud800 NaN, \\"]"]]';

function line(changes: Readonly<Record<string, unknown>> = {}, inputs = { base, plus }): string {
  const row = {
    task_id: 'Mini/0',
    prompt,
    entry_point: 'twice',
    canonical_solution: '    return x * 2\n',
    contract: '\n    assert x is not None # $_CONTRACT_$\n',
    ...changes,
  };
  const head = JSON.stringify(row).slice(0, -1);
  return `${head}, "base_input": ${inputs.base}, "atol": 1e-06, "plus_input": ${inputs.plus}}\n`;
}

describe('problems in the form of EvalPlus', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-evalplus-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  async function load(text: string, name = 'mini.jsonl') {
    const path = join(folder, name);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    const { rows, ...rest } = await loadDataset({ nameOrPath: path, cacheDir: folder });
    return {
      ...rest,
      rows: rows as readonly { problem: FunctionProblem; hidden: FunctionHidden }[],
    };
  }

  it('have a base and a plus suite, whose inputs no one has read before Python does', async () => {
    const { name, rows } = await load(line(), 'mini.jsonl.gz');
    const [row] = rows;
    if (row === undefined) throw new RangeError('no row');
    const { problem, hidden } = row;
    expect(name).toBe('mini');
    expect(problem).toMatchObject({
      id: 'Mini/0',
      entryPoint: 'twice',
      statement: prompt,
      preamble: prompt,
      visibleTests: ['assert twice(2) == 4', 'assert twice(0) == 0'],
    });
    expect(hidden.reference).toBe('    return x * 2\n');
    const literals = hiddenSnippets(hidden).map(
      (test) => /, ("(?:[^"\\]|\\.)*"), twice\)\n$/.exec(test)?.[1] ?? '',
    );
    expect(literals.map((literal): unknown => JSON.parse(literal))).toEqual([base, plus]);
    expect(hidden.test).toContain('"atol":0.000001');
  });

  it('are shown what the docstring says where the prompt is nothing else', async () => {
    const { name, rows } = await load(
      line({
        task_id: 'Mbpp/98',
        prompt: '"""\nWrite a function.\nassert math.isclose(twice(1), 2.0)\n"""\n',
        canonical_solution: '\ndef twice(x):\n    return x * 2\n',
      }),
    );
    expect(name).toBe('mbppplus');
    expect(rows[0]?.problem).toMatchObject({
      id: 'Mbpp/98',
      statement: 'Write a function.\nassert math.isclose(twice(1), 2.0)\n',
      preamble: '',
      visibleTests: ['assert math.isclose(twice(1), 2.0)'],
      visibleSetup: 'import math\n',
    });
  });

  it('have one suite where there are no further inputs', async () => {
    for (const none of ['[]', '{}']) {
      const { rows } = await load(line({}, { base, plus: none }));
      expect(rows[0]?.hidden.plus).toBeUndefined();
    }
  });

  it.each([
    ['no base inputs', line({}, { base: '[]', plus }), 'base_input'],
    ['inputs that are no lists', line({}, { base, plus: '[1]' }), 'plus_input'],
    ['inputs that are no JSON', line({}, { base: '[[1 2]]', plus }), 'base_input'],
    ['no reference', line({ canonical_solution: ' ' }), 'canonical_solution'],
  ])('are refused with %s, by field', async (_what, text, field) => {
    await expect(load(text)).rejects.toThrow(`line 1, field "${field}"`);
  });

  it('are refused when the line is no JSON around its inputs', async () => {
    await expect(load(line().replace('"atol"', 'atol'))).rejects.toThrow('is not JSON');
  });

  it('import math first in the one prompt that needs it', async () => {
    const given = prompt.replace('def twice', 'import math\n\ndef twice');
    const { name, rows } = await load(
      line({ task_id: 'HumanEval/115', prompt: `x = 1\n${given}` }),
    );
    expect(name).toBe('humanevalplus');
    expect(rows[0]?.problem.preamble).toBe(
      `import math\nx = 1\n${prompt.replace('def twice', '\ndef twice')}`,
    );
  });
});

const published = ['humaneval/HumanEvalPlus.jsonl.gz', 'mbpp/MbppPlus.jsonl.gz'] as const;

describeWithData(published)('the published plus sets', () => {
  it('are read whole, under their names', async () => {
    const read = published.map((path) =>
      loadDataset({ nameOrPath: sharedData(path), cacheDir: tmpdir() }),
    );
    const sets = await Promise.all(read);
    expect(sets.map(({ name, rows, counts }) => [name, rows.length, counts.visible])).toEqual([
      ['humanevalplus', 164, { 0: 7, 1: 26, '2+': 131 }],
      ['mbppplus', 378, { 0: 0, 1: 378, '2+': 0 }],
    ]);
    const single = sets.flatMap(({ rows }) =>
      rows.flatMap(({ problem, hidden }) =>
        hidden.kind === 'function' && hidden.plus === undefined ? [problem.id] : [],
      ),
    );
    expect(single).toEqual(['Mbpp/793']);
  });
});
