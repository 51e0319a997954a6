import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { loadRecorded, loadReferences } from '../../../datasets';
import { describeWithData, sharedData } from '../../prerequisites';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-references-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = (set: 'humaneval' | 'mbpp' | 'mbppplus') => ({ set, folder, cacheDir: folder });

describe('problems with their reference solutions', () => {
  it('are HumanEval rows, the solution after the prompt', async () => {
    const row = {
      task_id: 'HumanEval/0',
      prompt: 'def f(x):\n    """Says."""\n',
      entry_point: 'f',
      canonical_solution: '    return x\n',
      test: 'def check(candidate):\n    assert candidate(1) == 1\n',
    };
    mkdirSync(join(folder, 'humaneval'));
    writeFileSync(join(folder, 'humaneval', 'HumanEval.jsonl.gz'), gzipSync(JSON.stringify(row)));
    const [problem] = await loadReferences(options('humaneval'));
    expect(problem).toMatchObject({
      id: 'HumanEval/0',
      entryPoint: 'f',
      preamble: row.prompt,
      solution: row.canonical_solution,
    });
    expect(problem?.check).toEqual({ kind: 'test', test: `${row.test}\n\ncheck(f)\n` });
  });

  it('are MBPP rows, the whole code as the solution, without CR', async () => {
    const row = {
      task_id: 3,
      text: 'Say.',
      code: 'def g(x):\r\n    return x\r\n',
      test_list: ['assert g(1) == 1'],
    };
    writeFileSync(join(folder, 'mbpp.jsonl'), JSON.stringify(row));
    expect(await loadReferences(options('mbpp'))).toEqual([
      {
        id: 'MBPP/3',
        entryPoint: 'g',
        preamble: '',
        solution: 'def g(x):\n    return x\n',
        check: { kind: 'test', test: 'assert g(1) == 1\n' },
      },
    ]);
  });

  it('keep the published inputs of a plus row, whatever numbers stand in them', async () => {
    const row =
      '{"task_id": "Mbpp/404", "prompt": "p", "entry_point": "least", "canonical_solution": "def least(a, b): ...", ' +
      '"base_input": [[12345678901234567890, -Infinity], [NaN, 1.0]], "plus_input": [], "atol": 0}';
    writeFileSync(join(folder, 'MbppPlus.jsonl'), `${row}\n\n`);
    expect(await loadReferences(options('mbppplus'))).toEqual([
      {
        id: 'Mbpp/404',
        entryPoint: 'least',
        preamble: '',
        solution: 'def least(a, b): ...',
        check: {
          kind: 'cases',
          test: expect.stringContaining(
            '"[[12345678901234567890, -Infinity], [NaN, 1.0]]", least)\n',
          ) as string,
        },
      },
    ]);
  });

  it('are refused with file, line and field', async () => {
    writeFileSync(join(folder, 'MbppPlus.jsonl'), '{"task_id": "Mbpp/1", "prompt": 7}\n');
    await expect(loadReferences(options('mbppplus'))).rejects.toThrow(
      /MbppPlus\.jsonl, line 1, field "prompt"/,
    );
    writeFileSync(join(folder, 'MbppPlus.jsonl'), '[\n');
    await expect(loadReferences(options('mbppplus'))).rejects.toThrow(
      /MbppPlus\.jsonl, line 1: is not JSON/,
    );
    writeFileSync(join(folder, 'MbppPlus.jsonl'), Buffer.from('\n{"task_id": "\xff"}\n', 'latin1'));
    await expect(loadReferences(options('mbppplus'))).rejects.toThrow(
      /MbppPlus\.jsonl, line 2: is not UTF-8 text/,
    );
  });

  it('are refused with the file where the problem beside them cannot be used', async () => {
    mkdirSync(join(folder, 'humaneval'));
    const row = { task_id: 'HumanEval/0', prompt: 'def f(x):\n', canonical_solution: '    pass\n' };
    const file = join(folder, 'humaneval', 'HumanEval.jsonl.gz');
    writeFileSync(file, gzipSync(JSON.stringify(row)));
    await expect(loadReferences(options('humaneval'))).rejects.toThrow(`${file}, line 1, field `);
  });

  it('are asked for with a folder that has them', async () => {
    await expect(loadReferences(options('mbpp'))).rejects.toThrow(
      `${folder} holds no data set mbpp`,
    );
    const without = { set: 'mbppplus', cacheDir: folder } as const;
    await expect(loadReferences(without)).rejects.toThrow('--data');
  });
});

describe('recorded programs', () => {
  it('are rows with a problem and a program, told by their line', async () => {
    const file = join(folder, 'bank.jsonl');
    writeFileSync(
      file,
      '\n{"task_id": "MBPP/3", "program": "x", "recorded_pass": null, "model": "m"}\n',
    );
    expect(await loadRecorded(file)).toEqual([
      { id: 'MBPP/3', line: 2, program: 'x', recordedPass: null },
    ]);
    const passes = [true, false].map((recorded_pass) => ({
      task_id: 'a',
      program: '',
      recorded_pass,
    }));
    const rows = [...passes, { task_id: 'b', program: 'y' }];
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect((await loadRecorded(file)).map(({ recordedPass }) => recordedPass)).toEqual([
      ...[true, false, null],
    ]);
    writeFileSync(file, '{"task_id": "MBPP/3"}\n');
    await expect(loadRecorded(file)).rejects.toThrow(/bank\.jsonl, line 1, field "program"/);
  });
});

describeWithData(['humaneval/HumanEvalPlus.jsonl.gz', 'mbpp/MbppPlus.jsonl.gz'])(
  'the published data',
  () => {
    it('gives every reference', async () => {
      const count = async (
        set: 'humaneval' | 'mbpp' | 'humanevalplus' | 'mbppplus',
      ): Promise<number> =>
        (await loadReferences({ set, folder: sharedData('.'), cacheDir: folder })).length;
      expect([
        await count('humaneval'),
        await count('mbpp'),
        await count('humanevalplus'),
        await count('mbppplus'),
      ]).toEqual([164, 974, 164, 378]);
    });
  },
);
