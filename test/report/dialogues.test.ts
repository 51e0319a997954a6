import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { comparisonLines } from '../../report/compare';
import { exportRun } from '../../report/export/export-run';
import { attemptLines } from '../../report/attempt-lines';
import { openTranscriptLines } from '../../report/dialogue/dialogue-transcript';
import { loadAttempts } from '../../report/load-attempts';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { sha256Of } from '../fakes/memory-blobs';
import { playDialogues } from './small-dialogues';
import type { SmallDialogues, ToldDialogue } from './small-dialogues';
import { SmallRun } from './small-run';

const fixed: ToldDialogue = {
  rounds: [
    { code: 'def f(x): return 0', shown: 'exception', told: 'It raised\nan exception.' },
    { code: 'def f(x): return 2 * x', shown: 'passed', hidden: 'passed' },
  ],
  stop: 'passed',
};
const silent: ToldDialogue = {
  rounds: [{ code: 'def f(x): return 1', told: 'HIDDEN: f(7) is 14' }, { code: null }],
  stop: 'no-code',
};
const two = { 'HumanEval/0': fixed, 'HumanEval/1': silent };

async function linesOf(run: SmallDialogues): Promise<readonly string[]> {
  const { store, id } = await playDialogues(run);
  return runTableLines(await loadRun(store, id));
}

describe('the table of a run of dialogues', () => {
  it('gives the first rate, the last one and what lies between, of one run', async () => {
    expect(await linesOf({ of: two })).toEqual([
      'run             talk-1',
      'status          completed',
      'method          refine',
      'model           gpt',
      'endpoint        http://localhost/v1',
      'data set        humaneval (sha256 dddddddddddd)',
      'problems        2',
      'rounds          at most 3 per problem',
      'feedback        execution',
      'shown tests     public: those that the problem itself shows; all others were hidden',
      'profile         espalier',
      'seed            0',
      'verdicts        bubblewrap, Python 3.11.2',
      'assurance       data (2)',
      'completed       2 of 2',
      'solved          1',
      'pass@1          0.500, 95 % interval [0.095, 0.905]',
      'round 1         0.000, 95 % interval [0.000, 0.658]',
      'last round      0.500, 95 % interval [0.095, 0.905]',
      'fixed           1 of 2 failed after round 1: 0.500 [0.095, 0.905]',
      'regressed       0 of 0 solved after round 1',
      'stops           no-code 1, passed 1',
      'feedback kinds  exception 1, passed 1, wrong-output 1',
      'told by         execution 2',
      'not solved      failed 1',
      'calls           4 (4 paid in this run)',
      'sent again      0 for certain, at most 0',
      'first token     not recorded',
      'tokens          560 prompt, 40 completion',
      'cost            $2.0000 ($2.0000 paid in this run)',
      'fresh cells     not recorded',
      'time-sensitive  none',
      '',
      'round  pass@1  95 % interval   made  tokens',
      '    1  0.000   [0.000, 0.658]  2     200',
      '    2  0.500   [0.095, 0.905]  2     400',
      '    3  0.500   [0.095, 0.905]  0     0',
      '',
      '- Answers of later rounds (2): 100 % recorded repairs that change the program, 0 % recorded "no change", 0 % by the Solver\'s rule.',
    ]);
  });

  it('gives both suites round by round, and says that the base tests were shown', async () => {
    const dialogue: ToldDialogue = {
      rounds: [
        { code: 'a', base: 'failed', told: 'no' },
        { code: 'b', base: 'passed', hidden: 'failed', shown: 'passed' },
      ],
      stop: 'passed',
    };
    const lines = await linesOf({
      of: { 'HumanEval/0': dialogue },
      rounds: 2,
      feedbackTests: 'base',
    });
    expect(lines).toContain(
      'shown tests     base: the base tests were shown; the plus tests were hidden',
    );
    expect(lines).toContain(
      'shown only      1 answer passed the tests that feedback is taken from and failed hidden ones',
    );
    expect(lines).toContain('    2  0.000   [0.000, 0.793]  1.000  [0.207, 1.000]  1     200');
    expect(lines.at(-1)).toContain('The plus tests were in no request.');
    const bySuites =
      '- Solved, fixed and regressed are by all tests that judge, base and plus together.';
    expect(lines).toContain(bySuites);
    expect(await linesOf({ of: two })).not.toContain(bySuites);
  });

  it.each([
    ['base', 'base: every test that judges was shown; nothing was hidden', 'tests that judge'],
    ['same', 'same: every test that judges was shown; nothing was hidden', 'tests that judge'],
    ['none', 'none: no test was shown', null],
  ] as const)('says what %s left hidden where there is one suite', async (tests, row, said) => {
    const lines = await linesOf({ of: two, feedbackTests: tests });
    expect(lines).toContain(`shown tests     ${row}`);
    const text = lines.join('\n');
    if (said === null) expect(text).not.toContain('Feedback showed');
    else expect(text).toContain(`Feedback showed the ${said}`);
  });

  it('says that canned guidance decides nothing, and that a person makes it not comparable', async () => {
    const canned = await linesOf({ of: two, kind: 'recorded', feedback: 'oracle' });
    expect(canned.join('\n')).toContain('Guidance was canned, and decided nothing');
    expect(canned.join('\n')).toContain('The oracle sees the reference solution');
    const real = await linesOf({ of: { p: { ...fixed, steered: true } }, feedback: 'human' });
    expect(real.join('\n')).not.toContain('canned');
    expect(real.join('\n')).toContain('Not comparable: a person steered');
    expect(real).toContain('people          took part in 1 dialogue');
  });

  it('has its figures in the document, too', async () => {
    const { store, id } = await playDialogues({ of: two });
    expect(runDocument(await loadRun(store, id))).toMatchObject({
      passAt1: 0.5,
      dialogue: {
        fixed: 1,
        failedFirst: 2,
        regressed: 0,
        stops: { passed: 1, 'no-code': 1 },
        rounds: [{ all: { solved: 0, of: 2 } }, { all: { solved: 1 } }, { all: { solved: 1 } }],
      },
    });
  });
});

describe('runs side by side', () => {
  it('show dialogues round by round, and a search beside them as another kind of work', async () => {
    const search = new SmallRun();
    await search.play();
    const { store } = search;
    const { id } = await playDialogues({ kind: 'recorded', of: two }, store);
    const runs = [await loadRun(store, 'run-1'), await loadRun(store, id)];
    const lines = comparisonLines(runs).map((line) => line.replace(/ {2,}/gu, ' | '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'budget | 3 | 3 rounds',
        'feedback tests | - | public',
        'comparable | not comparable | not comparable',
        'programs | 3 | 3',
        ' | after 1 round | - | 0.000',
        ' | after 3 rounds | - | 0.500',
        'fixed | - | 1 of 2',
        '- Not the same kind of work.',
      ]),
    );
  });
});

describe('a dialogue as a transcript', () => {
  it('shows each round: its program, the tests, what was told, the verdict', async () => {
    const { store, id } = await playDialogues({ of: two });
    const [first] = await loadAttempts(store, { run: id, problem: 'HumanEval/0' });
    if (first === undefined) throw new Error('no attempt');
    expect(await attemptLines(store.blobs, first)).toEqual([
      'HumanEval/0 · refine · completed · solved (hidden tests: passed) · dialogue ended: passed · answer: r2 · assurance: data',
      'round 1 (r1) · shown tests: exception (1/2) · hidden tests: failed · 1 call, 100 tokens, $0.5000',
      '  program: def f(x): return 0',
      '  told by execution:',
      '    It raised',
      '    an exception.',
      'round 2 (r2) (answer) · shown tests: passed (2/2) · hidden tests: passed · 1 call, 200 tokens, $0.5000',
      '  program: def f(x): return 2 * x',
    ]);
  });

  it('keeps the rounds of a branch that was left apart, and shows a reply without a program', async () => {
    const back: ToldDialogue = {
      rounds: [
        { code: 'a', told: 'Mind 0.', source: 'oracle', neutral: true, refused: ['reveals'] },
        { code: 'a', base: 'passed', hidden: 'failed', trimmed: 2 },
        { code: null, parent: 'r1' },
      ],
      stop: 'no-code',
      branch: ['r1', 'r3'],
      steered: true,
    };
    const { store, id } = await playDialogues({ of: { p: back } });
    const [loaded] = await loadAttempts(store, { run: id, problem: 'p' });
    if (loaded === undefined) throw new Error('no attempt');
    const lines = await attemptLines(store.blobs, loaded);
    expect(lines[0]).toContain('a person took part: not comparable');
    expect(lines).toEqual(
      expect.arrayContaining([
        '  execution: words of wrong-output',
        '  told by oracle (a fixed sentence; asked anew: reveals): Mind 0.',
        'round 2 (r3) · no program · 1 call, 300 tokens, $0.5000',
        '  reply: I give up.',
        '1 round on branches that were left:',
      ]),
    );
    expect(lines.at(-3)).toMatch(
      /^round 2 \(r2\) · the same program again · .*hidden tests: failed \(base passed, plus failed\) · 2 earlier messages left out/u,
    );
  });

  it('is shown from the store while the dialogue is under way', async () => {
    const { store, id } = await playDialogues({ of: two });
    const [ended] = await loadAttempts(store, { run: id, problem: 'HumanEval/0' });
    const outcome = ended?.attempt.result?.outcome;
    if (ended === undefined || outcome?.kind !== 'dialogue') throw new Error('no dialogue');
    const [round] = outcome.rounds;
    if (round === undefined) throw new Error('no round');
    await store.dialogues.addEvent(ended.attempt, 0, { kind: 'round-made', round });
    const open = { ...ended, attempt: { ...ended.attempt, result: null } };
    const [head = '', ...rest] = await openTranscriptLines(store, open);
    expect(head).toContain('round 1 (r1) · shown tests: exception (1/2) · 1 call');
    expect(rest).toHaveLength(4);
  });
});

describe('the export of a run of dialogues', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-export-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function exported(run: SmallDialogues, file: string): Promise<string> {
    const { store, id: runId } = await playDialogues(run);
    const directory = join(folder, run.feedbackTests ?? 'public');
    await exportRun({ store, runId, directory, force: false, partial: false });
    return readFile(join(directory, file), 'utf8');
  }

  it('has the answer of every problem as a sample; a last reply without code leaves the one before', async () => {
    const rows = (await exported({ of: two }, 'samples.jsonl')).trim().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { completion: string }).completion)).toEqual([
      '\ndef f(x): return 2 * x',
      '\ndef f(x): return 1',
    ]);
  });

  it('traces every round, byte for byte', async () => {
    const [attempt, first] = (await exported({ of: two }, 'trace.jsonl')).split('\n');
    const wrong = sha256Of('def f(x): return 0');
    const graded = [
      [wrong, 'failed'],
      [sha256Of('def f(x): return 2 * x'), 'passed'],
    ]
      .sort()
      .map(([sha, verdict]) => `{"assurance":"data","program":"${sha}","verdict":"${verdict}"}`);
    expect(attempt).toBe(
      `{"answer":"r2","answers":["r1","r2"],"branch":["r1","r2"],"calls":[],"graded":[${graded.join(',')}],` +
        '"kind":"attempt","sample":0,"solved":true,"status":"completed","steered":false,"stop":"passed",' +
        '"task_id":"HumanEval/0","verdict":"passed"}',
    );
    const words =
      `{"sha256":"${sha256Of('It raised\nan exception.')}",` +
      String.raw`"text":"It raised\nan exception."}`;
    expect(first).toBe(
      '{"calls":[{"completionTokens":10,"costUsd":0.5,' +
        `"identity":"${sha256Of('talk-1 HumanEval/0 0')}","model":"gpt","origin":{"rule":"draw"},` +
        '"promptTokens":90,"repair":false,"role":"solver"}],' +
        `"execution":{"kind":"exception","on":"tests","passed":1,"total":2,"verdict":"failed","words":${words}},` +
        `"feedback":[{"neutral":false,"refused":[],"source":"execution","words":${words}}],` +
        `"finishReason":"stop","kind":"round","number":1,"ordinal":0,"parent":null,"program":"${wrong}",` +
        '"programText":"def f(x): return 0","round":"r1","sample":0,"task_id":"HumanEval/0","tokens":100,"trimmed":0,"via":"fence"}',
    );
  });

  it.each(['base', 'same'] as const)(
    'carries what %s tests said by its hash alone',
    async (tests) => {
      const trace = await exported({ of: two, feedbackTests: tests }, 'trace.jsonl');
      expect(trace).toContain(sha256Of('HIDDEN: f(7) is 14'));
      expect(trace).not.toContain('HIDDEN');
      expect(trace).not.toContain('words of');
      expect(await exported({ of: two }, 'trace.jsonl')).toContain('HIDDEN');
    },
  );

  it('has the rounds and what must be said of them in run.json', async () => {
    const facts = JSON.parse(await exported({ of: two, feedbackTests: 'same' }, 'run.json')) as {
      readonly statements: readonly string[];
    };
    expect(facts).toMatchObject({
      config: { kind: 'dialogue', dialogue: { feedbackTests: 'same', rounds: 3 } },
      dialogue: { fixed: 1, stops: { passed: 1 }, rounds: [{ made: 2 }, { made: 2 }, { made: 0 }] },
    });
    expect(facts.statements.join('\n')).toContain('Feedback showed the tests that judge');
  });
});
