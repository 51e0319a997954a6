import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { configOf, SmallRun } from '../../report/small-run';
import { jsonl, program } from '../../llm/simulated/bank-samples';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';
import { documentOf, said } from '../said';

const own = useOwnHome();
const cached = (name: string): string => join(own.folder(), 'espalier/datasets', name);

beforeAll(async () => {
  process.env['XDG_CACHE_HOME'] = own.folder();
  mkdirSync(cached('.'), { recursive: true });
  await inStore(async (store) => {
    for (const id of ['one', 'two']) await new SmallRun(id, undefined, store).play();
  });
});

const pairs = resolve(__dirname, '../../fixtures/apps/pairs.jsonl');
const bundledBank = resolve(__dirname, '../../../datasets/bundled/bank.jsonl');

describe('bank build', () => {
  const file = (name: string): string => join(own.folder(), name);
  const linesOf = (name: string): readonly Readonly<Record<string, unknown>>[] =>
    readFileSync(file(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

  it('takes the programs of each run that is named, and says how many', async () => {
    const { code, lines } = await said('bank', 'build', file('a'), '--run', 'one', '--run', 'two');
    expect([code, lines]).toEqual([
      0,
      [`${file('a')}: 6 programs for 2 problems, 2 repairs among them`],
    ]);
    expect(linesOf('a')).toHaveLength(6);
    const document = await documentOf('bank', 'build', file('b'), '--run', 'one');
    expect(document).toEqual({ lines: 3, repairs: 1, problems: 2 });
  });

  it('takes published results in the form that is named, with the model that wrote them', async () => {
    const reflexion = own.file(
      'reflexion.jsonl',
      jsonl([{ name: 'mbpp_234_x', reflections: [], solution: program(4), is_solved: true }]),
    );
    const debugged = own.file(
      'ldb.jsonl',
      jsonl([{ task_id: 'P/0', solution: program(1), is_solved: true }]),
    );
    const { code } = await said(
      ...['bank', 'build', file('c'), '--source-model', 'model-x'],
      ...['--llmdebugger', debugged, '--reflexion', reflexion],
    );
    expect(code).toBe(0);
    expect(linesOf('c')).toMatchObject([
      { task_id: 'MBPP/234', method: 'reflexion', model: 'model-x' },
      { task_id: 'P/0', method: 'ldb', model: 'model-x' },
    ]);
    const nameless = await said('bank', 'build', file('d'), '--reflexion', reflexion);
    expect([nameless.code, nameless.stderr]).toEqual([
      2,
      expect.stringContaining('Give --source-model NAME'),
    ]);
  });

  it('replaces a file only with --force', async () => {
    writeFileSync(file('e'), 'mine\n');
    expect((await said('bank', 'build', file('e'), '--run', 'one')).code).toBe(2);
    expect((await said('bank', 'build', file('e'), '--run', 'one', '--force')).code).toBe(0);
    expect(linesOf('e')).toHaveLength(3);
  });
});

describe('bank check', () => {
  it('counts what is in the files, and fails when something is wrong with a line', async () => {
    const good = await said('bank', 'check', bundledBank);
    expect([good.code, good.lines]).toEqual([0, ['128 lines, 128 distinct programs, 0 faults']]);
    const bad = own.file('bad.jsonl', '{"task_id":"X/1","program":"x","model":"m"}\n');
    const { code, lines } = await said('bank', 'check', bundledBank, bad);
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(/bad\.jsonl, line 1, field method: \S/u),
        '129 lines, 128 distinct programs, 1 fault',
      ],
    ]);
    const { stdout } = await runCommand(['bank', 'check', bad, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ lines: 1, programs: 0, faults: [{ file: bad, line: 1, field: 'method' }] },
    });
  });

  it('looks for the problems in a data set only when one is named', async () => {
    expect((await said('bank', 'check', bundledBank, '--dataset', 'bundled')).code).toBe(0);
    const { code, lines } = await said('bank', 'check', bundledBank, '--dataset', pairs);
    expect([code, lines.at(-1)]).toEqual([1, '128 lines, 128 distinct programs, 128 faults']);
    expect(lines[0]).toContain('line 1, field task_id: the data set has no Bundled/0');
  });
});

describe('bank stats', () => {
  it('counts the programs of all models, or of the one that is named', async () => {
    const rows = ['a', 'b', 'b'].map((model, at) => ({
      ...{ task_id: 'P/0', dataset: 'x', model, method: 'direct', source: 's' },
      ...{ program: program(at), reply: null, recorded_pass: at === 0 },
    }));
    const bank = own.file('models.jsonl', jsonl(rows));
    const { code, lines } = await said('bank', 'stats', bank);
    expect([code, lines]).toEqual([0, expect.arrayContaining(['rows 3', 'models a 1, b 2'])]);
    expect((await said('bank', 'stats', bank, '--bank-model', 'b')).lines).toContain('rows 2');
    expect(await documentOf('bank', 'stats', bank)).toMatchObject({
      ...{ rows: 3, models: { a: 1, b: 2 }, labels: { right: 1, wrong: 2 } },
    });
  });
});

describe('prompts show', () => {
  const show = (...words: readonly string[]) => said('prompts', 'show', ...words);

  it('prints each question to a model on the first problem, with its role and form', async () => {
    const { code, lines } = await show('direct');
    expect([code, lines.slice(0, 4)]).toEqual([
      0,
      [
        expect.stringMatching(/^direct on Bundled\/0: prompts default, sha256 [0-9a-f]{64}$/u),
        '',
        '=== solver · answers in words',
        '--- system',
      ],
    ]);
    expect(lines).toContain('--- user');
    const tree = await show('code-tree');
    expect(tree.lines).toContain('=== thinker-strategies · answers as JSON, schema strategies');
    const refine = await show('refine');
    expect(refine.lines).toContain('=== solver · round 1 · answers in words');
  });

  it('is of the data set, the problem and the prompts that are named', async () => {
    const named = (await documentOf(
      ...['prompts', 'show', 'code-tree', '--problem', 'Bundled/2', '--prompts', 'codetree-paper'],
    )) as { readonly questions: readonly unknown[] };
    expect(named).toMatchObject({
      ...{ method: 'code-tree', problem: 'Bundled/2', prompts: 'codetree-paper' },
    });
    expect(named.questions.length).toBeGreaterThan(1);
    expect((await show('direct', '--dataset', pairs)).lines[0]).toMatch(/^direct on 11: /u);
    expect((await show('direct', '--problem', 'Bundled/99')).code).toBe(2);
  });

  it('shows a program and a dialogue as is typed', async () => {
    const texts = async (...flags: readonly string[]) => (await show(...flags)).lines.join('\n');
    const own = await texts('code-tree', '--shown-program', 'own-turn');
    expect(await texts('code-tree', '--shown-program', 'quoted')).not.toBe(own);
    const oci = await texts('refine', '--profile', 'oci');
    expect(await texts('refine', '--profile', 'espalier')).not.toBe(oci);
  });

  it.each([
    ['--prompts', 'default, codetree-paper'],
    ['--shown-program', 'own-turn, quoted'],
    ['--profile', 'espalier, oci'],
  ])('refuses another word for %s', async (flag, known) => {
    const { code, stderr } = await show('code-tree', flag, 'nix');
    expect([code, stderr]).toEqual([
      2,
      `espalier: ${flag} "nix" is unknown\n  Choose one of ${known}\n`,
    ]);
  });
});

describe('dataset list', () => {
  it('says what is here, what is to be fetched, and what is broken and why', async () => {
    writeFileSync(cached('mbpp.jsonl'), 'no data set\n');
    const { code, lines, stderr } = await said('dataset', 'list');
    expect(code).toBe(0);
    expect(lines[0]).toBe('data set state problems 0 visible 1 visible 2+ visible licence');
    expect(lines).toEqual(
      expect.arrayContaining([
        'humaneval to fetch 164 ? ? ? MIT',
        'mbpp broken 500 ? ? ? CC-BY-4.0',
        'bundled here 16 0 1 15 MIT',
      ]),
    );
    expect(lines.at(-1)).toMatch(/can be named by its path: rows in the form of HumanEval, /u);
    expect(stderr).toMatch(/^mbpp: \S.*\n$/u);
    expect(await documentOf('dataset', 'list')).toContainEqual(
      expect.objectContaining({
        name: 'bundled',
        present: true,
        visible: { 0: 0, 1: 1, '2+': 15 },
      }),
    );
  });
});

describe('dataset fetch', () => {
  it('says where the data set is', async () => {
    const path = resolve(__dirname, '../../../datasets/bundled/problems.jsonl');
    expect(await said('dataset', 'fetch', 'bundled')).toEqual({
      ...{ code: 0, lines: [`bundled is at ${path}`], stderr: '' },
    });
    expect(await documentOf('dataset', 'fetch', 'bundled')).toMatchObject({ path });
  });
});

describe('dataset show', () => {
  it('tells what is in a set, and that there are more problems than it names', async () => {
    const { code, lines } = await said('dataset', 'show', 'bundled');
    expect(code).toBe(0);
    expect(lines.map((line) => line.trim())).toEqual([
      'data set bundled',
      expect.stringMatching(/^sha256 [0-9a-f]{64}$/u),
      ...['form HumanEval', 'problems 16', 'kinds of task function 16'],
      'visible tests 0: 0, 1: 1, 2+: 15',
      'dropped by runs not known yet: no run has tried the references here',
      ...['references 16', 'repeated rows 0'],
      'ids Bundled/0, Bundled/1, Bundled/2, Bundled/3, Bundled/4, …',
    ]);
  });

  it('says nothing of dropped tests where there are no references, and names all of few problems', async () => {
    const { lines } = await said('dataset', 'show', pairs);
    expect(lines.join('\n')).not.toContain('dropped by runs');
    expect(lines).toEqual(
      expect.arrayContaining([
        'form APPS as MapCoder has it',
        'kinds of task script 2, function 1',
        ...['references 0', 'repeated rows 1', 'ids 11, 12, 13'],
      ]),
    );
    const one = await said('dataset', 'show', pairs, '12');
    expect(one.lines.slice(0, 7)).toEqual([
      ...['problem 12', 'data set pairs', 'kind of task script', 'entry point (a whole program)'],
      expect.stringMatching(/^visible tests \d$/u),
      expect.stringMatching(/^hidden tests \d$/u),
      'reference no',
    ]);
  });

  it('counts the tests that are left out of a problem', async () => {
    const row = {
      ...{ name: '1_A. Sum', description: 'Print the sum.', tags: [], id: 1, sample_io: [] },
      test_list: [
        { input: '1', output: ['x'.repeat(70_000)] },
        ...['3', '4'].map((sum) => ({ input: sum, output: [sum] })),
      ],
    };
    const file = own.file('long.jsonl', `${JSON.stringify(row)}\n`);
    const { lines } = await said('dataset', 'show', file);
    expect(lines).toContain('tests left out 1 of 3 of 1_A. Sum: more output than can be compared');
  });

  it('names the visible tests that a run has found to contradict the reference', async () => {
    const { sha256 } = (await documentOf('dataset', 'show', 'bundled')) as { sha256: string };
    await inStore(async ({ runs }) => {
      await runs.createRun(
        'tried',
        configOf({ dataset: { name: 'bundled', sha256 }, problems: ['Bundled/4', 'Bundled/5'] }),
      );
      const dropped = [{ place: 0, test: 'assert 0', became: 'failed' as const }];
      await runs.keepShownTests({ run: 'tried', problem: 'Bundled/4' }, { of: 2, dropped });
      await runs.keepShownTests({ run: 'tried', problem: 'Bundled/5' }, { of: 2, dropped: [] });
    });
    const drops = async (...words: readonly string[]) =>
      (await said('dataset', 'show', 'bundled', ...words)).lines
        .map((line) => line.trim())
        .find((line) => line.startsWith('dropped by runs'));
    const named = 'dropped by runs Bundled/4 (1 of 2): assert 0; the references fail them';
    expect(await drops()).toBe(`${named} (2 problems tried by tried)`);
    expect(await drops('Bundled/4')).toBe(`${named} (1 problem tried by tried)`);
    expect(await drops('Bundled/5')).toBe('dropped by runs none (1 problem tried by tried)');
    expect(await drops('Bundled/6')).toContain('not known yet');
  });

  it('shows a problem as models read it', async () => {
    const { lines } = await said('dataset', 'show', 'bundled', 'Bundled/1');
    expect(lines[0]).toBe('problem Bundled/1');
    expect(lines).toEqual(
      expect.arrayContaining(['entry point count_vowel_runs', 'visible tests 2', 'reference yes']),
    );
    expect(lines).toContain("assert count_vowel_runs('queue') == 1");
    expect(lines[lines.indexOf('reference yes') + 1]).toBe('');
    expect(await documentOf('dataset', 'show', 'bundled', 'Bundled/1')).toMatchObject({
      ...{ problem: 'Bundled/1', entryPoint: 'count_vowel_runs', reference: true },
    });
  });

  it('has the visible tests of the file that is named', async () => {
    const given = { task_id: 'Bundled/1', given_tests: ['assert 1', 'assert 2', 'assert 3'] };
    const tests = own.file('tests.jsonl', `${JSON.stringify(given)}\n`);
    const { lines } = await said(
      'dataset',
      'show',
      'bundled',
      'Bundled/1',
      '--visible-tests',
      tests,
    );
    expect(lines).toContain('visible tests 3');
  });
});
