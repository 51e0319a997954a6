import { eventually } from '../../../laboratory/home/eventually';
import { registerSimulate } from '../../../cli/commands/simulate';
import { registerVerify } from '../../../cli/commands/verify';
import { gridPointsOf } from '../../../core/simulation/grid-point';
import type { GridPointTally } from '../../../core/simulation/grid-point';
import { summarise } from '../../../core/simulation/summarise';
import type { Simulation } from '../../../lab/simulation/simulate';
import type { Verification } from '../../../lab/verify/verify-run';
import { useOwnHome } from '../sandbox/own-home';
import { runRegistered } from '../sandbox/run-command';

useOwnHome();

const heard = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = () => heard.map((signal) => process.listenerCount(signal));

describe('verify', () => {
  const same: Verification = {
    ...{ run: 'one', answers: 4, same: true, files: ['run.json', 'trace.jsonl'] },
    ...{ differences: [], unanswered: [], otherCode: null },
  };
  const verified = (found: Partial<Verification>, ...words: readonly string[]) =>
    runRegistered(
      (program) => {
        registerVerify(program, async (_context, place) => ({ ...same, run: place, ...found }));
      },
      ['verify', 'one', ...words],
    );

  it('says how many files are the same, and from how many answers', async () => {
    const before = listeners();
    expect(await verified({})).toEqual({
      ...{ code: 0, stdout: '2 files the same, from 4 answers\n', stderr: '' },
    });
    const json = await verified({}, '--json');
    expect(JSON.parse(json.stdout)).toEqual(same);
    expect(listeners()).toEqual(before);
  });

  it('names where files differ, and in what', async () => {
    const { code, stdout } = await verified({
      same: false,
      differences: [
        { file: 'run.json', first: { line: 3, column: 7, left: 'a\u001b', right: '\u001bb' } },
        { file: 'trace.jsonl', first: null },
      ],
    });
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        'run.json, line 3, column 7',
        String.raw`  folder: a\x1b`,
        String.raw`  rerun:  \x1bb`,
        'trace.jsonl: the folder does not have it',
        '2 of 2 files not the same',
        '',
      ],
    ]);
  });

  it('counts one file that differs, and one question that stays open', async () => {
    const first = { line: 1, column: 1, left: 'a', right: 'b' };
    const { code, stdout } = await verified({
      ...{ same: false, differences: [{ file: 'run.json', first }] },
    });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/\n1 of 2 files not the same\n$/u)]);
    const question = { problem: 'P/0', sample: 0, role: 'solver', place: 'n0', identity: 'abc' };
    const open = await verified({ same: false, unanswered: [question] });
    expect(open.stdout).toMatch(/\n1 question without an answer\n$/u);
  });

  it('names the questions that stay open, by their place', async () => {
    const question = { problem: 'P/0', sample: 2, role: 'solver', identity: 'abc' };
    const { code, stdout } = await verified({
      ...{ same: false, files: [] },
      unanswered: [
        { ...question, place: '' },
        { ...question, place: 'n2' },
      ],
    });
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        'not in the folder, and not asked: solver of P/0 (attempt 2), root: abc',
        'not in the folder, and not asked: solver of P/0 (attempt 2), n2: abc',
        '2 questions without an answer',
        '',
      ],
    ]);
  });

  it('says which code made the run, and which does it again', async () => {
    const run = { version: '0.1.0', sha256: 'a'.repeat(64) };
    const replay = { version: '0.2.0', sha256: 'b'.repeat(64) };
    const { code, stderr } = await verified({ otherCode: { run, replay } });
    expect([code, stderr]).toEqual([
      0,
      'made by espalier 0.1.0 (workflow code aaaaaaaa), done again by espalier 0.2.0 (workflow code bbbbbbbb): that is not compared\n',
    ]);
  });

  it.each(heard)('ends its work when %s asks it to', async (signal) => {
    const before = listeners();
    let begun = false;
    const running = runRegistered(
      (program) => {
        registerVerify(program, async (_context, _place, options) => {
          begun = true;
          await eventually('the end', () => options?.signal?.aborted === true);
          return { ...same, same: false };
        });
      },
      ['verify', 'one'],
    );
    await eventually('the beginning', () => begun);
    process.emit(signal);
    expect((await running).code).toBe(1);
    expect(listeners()).toEqual(before);
  });
});

describe('simulate', () => {
  const points = gridPointsOf({
    ...{ methods: ['code-tree', 'resample'], budgets: [20] },
    ...{ widths: [null], depths: [null], criticAccuracies: [0.5] },
  });
  const tally = (solved: number): GridPointTally => ({
    ...{ seed: 0, solved, problems: 10, programs: 30, questions: 40, verifications: 0 },
  });
  const simulation: Simulation = {
    dataset: { name: 'bundled', sha256: 'd'.repeat(64) },
    model: {
      ...{ kind: 'recorded', bankModel: null, competence: null },
      bank: {
        ...{ files: ['a.jsonl', 'b.jsonl'], sha256: `${'b'.repeat(12)}${'c'.repeat(52)}` },
        ...{ sourceModels: ['m', 'n'], selfRepairingMethods: [], problems: 2 },
        distinctPrograms: { min: 3, median: 5, max: 8 },
      },
    },
    ...{ preset: null, seeds: [0], problems: 10, leftOut: [] },
    ...summarise(points, [[tally(4)], [tally(8)]]),
  };
  const asked: unknown[] = [];
  const simulated = (changes: Partial<Simulation>, ...words: readonly string[]) =>
    runRegistered(
      (program) => {
        registerSimulate(program, async (_context, request, { onProgress }) => {
          asked.push(request);
          onProgress('grading', { done: 1, total: 2 });
          return { ...simulation, ...changes };
        });
      },
      ['simulate', '--dataset', 'bundled', '--model', 'simulated', ...words],
    );

  it('says of what it is, and then what came of each method', async () => {
    const before = listeners();
    const { code, stdout, stderr } = await simulated({});
    expect(code).toBe(0);
    const [head, blank, ...rest] = stdout.split('\n');
    expect([head, blank]).toEqual([
      '10 problems of bundled, 1 seed, bank a.jsonl, b.jsonl (sha256 bbbbbbbbbbbb…; m, n; 3 to 8 distinct programs a problem, median 5)',
      '',
    ]);
    expect(rest.filter((line) => /^(code-tree|resample) /u.test(line)).length).toBeGreaterThan(1);
    expect(rest.at(-2)).toMatch(/^Recorded answers are programs that real models once wrote/u);
    expect(stdout).toMatch(/\n\n\*: /u);
    expect(stderr).toContain('grading the bank, once: 1 of 2 checks');
    expect(listeners()).toEqual(before);
  });

  it('says what it leaves out and which preset its searches answer by', async () => {
    const { stdout } = await simulated({
      ...{ preset: 'codetree-paper', leftOut: [{ problem: 'P/1', why: 'no\u001b test' }] },
      model: { ...simulation.model, kind: 'simulated' },
    });
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      'As --preset codetree-paper has searches answer that accept nothing.',
      String.raw`left out P/1: no\x1b test`,
    ]);
    expect(stdout).toContain('The model is simulated: its competence is what was asked for.');
  });

  it('explains no star where one method stands alone', async () => {
    const alone = summarise(points.slice(0, 1), [[tally(4)]]);
    const { stdout } = await simulated({ ...alone });
    expect(stdout).not.toContain('*: ');
  });

  it('prints one line for each grid point with --csv, and the whole with --json', async () => {
    const { stdout } = await simulated({}, '--csv');
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stdout).toMatch(/^[\w@,. ]*method/u);
    const json = await simulated({}, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ problems: 10, cells: { length: 2 } });
  });

  it('asks for what is typed', async () => {
    asked.length = 0;
    await simulated({}, '--methods', 'direct,resample', '--seeds', '0-2', '--budgets', '5,7');
    expect(asked).toMatchObject([
      { dataset: 'bundled', methods: ['direct', 'resample'], seeds: [0, 1, 2], budgets: [5, 7] },
    ]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'keeps what was graded when %s ends it',
    async (signal) => {
      const before = listeners();
      let begun = false;
      const running = runRegistered(
        (program) => {
          registerSimulate(program, async (_context, _request, options) => {
            begun = true;
            await eventually('the end', () => options.signal.aborted);
            throw options.signal.reason;
          });
        },
        ['simulate', '--dataset', 'bundled', '--model', 'simulated', '--json'],
      );
      await eventually('the beginning', () => begun);
      process.emit(signal);
      const { code, stdout, stderr } = await running;
      expect([code, JSON.parse(stdout)]).toMatchObject([
        1,
        { error: { code: 'INTERRUPTED', remedy: 'Start it again: it goes on' } },
      ]);
      expect(stderr).toContain('stopping: what was graded is kept');
      expect(listeners()).toEqual(before);
    },
  );
});
