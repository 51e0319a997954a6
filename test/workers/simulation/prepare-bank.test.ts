import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { CheckTask } from '../../../core/adapters/sandbox';
import type { GradedProblem } from '../../../core/schemas/graded-bank';
import { loadBank } from '../../../llm/simulated';
import { SandboxInfraError } from '../../../sandbox';
import { tableOfBank } from '../../../workers/simulation/prepare-bank';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { scriptedProblem } from '../../workflows/support/scripted-problems';
import { activityDependencies } from '../../fakes/activity-dependencies';

const ids = ['P/0', 'P/1'];
const names = ['right', 'breaking', 'other'] as const;
const programNamed = (name: string): string => `def f(x):\n    return '${name}'\n`;
const reference = "    return 'reference'\n";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-bank-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = ({ program }: CheckTask): string => /'(\w+)'/.exec(String(program))?.[1] ?? '';

/** A bank of three programs for each of two problems, and a sandbox whose cells break on those that `broken` has. */
async function setUp() {
  const bankFile = join(folder, 'bank.jsonl');
  const rows = ids.map((id) => {
    const { problem, hidden } = scriptedProblem(id);
    return { problem, hidden: { ...hidden, reference } };
  });
  const lines = ids.flatMap((id) =>
    names.map((name) => ({
      ...{ task_id: id, model: 'm', method: 'direct', source: 's', dataset: 'd', reply: null },
      // A program of its own for each problem: results are known by the program.
      ...{ program: `${programNamed(name)}# ${id}\n`, recorded_pass: true },
    })),
  );
  writeFileSync(bankFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const broken = new Set<string>();
  let [running, most] = [0, 0];
  const sandbox = answeringSandbox({
    check: (task) => {
      if (broken.has(nameOf(task))) {
        throw new SandboxInfraError('bubblewrap', 'it ended', { fate: 'terminal' });
      }
      return task.tests.map(() => 'passed');
    },
  });
  const counting: typeof sandbox = {
    ...sandbox,
    check: async (task, options) => {
      const isReference = nameOf(task) === 'reference';
      if (isReference) running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      if (isReference) running -= 1;
      return sandbox.check(task, options);
    },
  };
  const dependencies = activityDependencies({ sandbox: () => Promise.resolve(counting) });
  const bank = await loadBank([bankFile]);
  const terms = {
    ...({ format: 2, extraction: 1, grading: 1, bank: bank.sha256, bankModel: null } as const),
    ...({ dataset: 'd'.repeat(64), seed: 0, assurance: 'objects' } as const),
    problems: ids,
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
  };
  const prepare = (regrade = false) =>
    tableOfBank(
      {
        folder: stateFolder(readSettings({ ESPALIER_HOME: folder })),
        ...{ bankFiles: [bankFile], rows, terms, regrade },
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
      dependencies,
    );
  const newlyAsked = (): readonly string[] => sandbox.asked.splice(0).map(nameOf);
  return { prepare, broken, newlyAsked, mostReferences: () => most };
}

const repliesBy = (problems: readonly GradedProblem[]) =>
  problems.map(({ problem, replies }) => [problem, replies.length]);

describe('the table of a bank', () => {
  it('is made once, and read back without running anything', async () => {
    const { prepare, newlyAsked } = await setUp();
    const made = await prepare();
    expect(repliesBy(made.problems)).toEqual([
      ['P/0', 3],
      ['P/1', 3],
    ]);
    expect(newlyAsked()).toContain('right');
    expect(await prepare()).toEqual(made);
    expect(newlyAsked()).toEqual([]);
  });

  it('finds the levels of several problems at a time', async () => {
    const { prepare, mostReferences } = await setUp();
    await prepare();
    // Two problems, each with its reference on the visible and on the hidden tests.
    expect(mostReferences()).toBe(4);
  });

  it('keeps what was graded beside a program without a verdict, says how many have none, and tries these again', async () => {
    const { prepare, broken, newlyAsked } = await setUp();
    broken.add('breaking');
    const { problems } = await prepare();
    expect(repliesBy(problems)).toEqual([
      ['P/0', 2],
      ['P/1', 2],
    ]);
    expect(problems[0]?.leftOut).toMatchObject({ again: true });
    expect(problems[0]?.leftOut?.why).toMatch(/^no verdict for 1 of 3 programs, .*it ended/u);
    newlyAsked();
    broken.clear();
    const again = await prepare();
    expect(again.problems.map(({ leftOut }) => leftOut)).toEqual([null, null]);
    expect(repliesBy(again.problems)).toEqual([
      ['P/0', 3],
      ['P/1', 3],
    ]);
    expect(new Set(newlyAsked())).toEqual(new Set(['breaking']));
  });

  it('leaves a problem out whose reference has no verdict, and tries that again', async () => {
    const { prepare, broken } = await setUp();
    broken.add('reference');
    const { problems } = await prepare();
    expect(problems.map(({ leftOut, replies }) => [leftOut?.again, replies.length])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    broken.clear();
    expect((await prepare()).problems.map(({ leftOut }) => leftOut)).toEqual([null, null]);
  });

  const spoilt: readonly (readonly [string, (lines: string[]) => readonly string[]])[] = [
    [
      'of another bank',
      ([first = '', ...rest]) => [first.replace(/"bank":"../, '"bank":"00'), ...rest],
    ],
    ['of other problems', ([first = '', ...rest]) => [first, ...rest.toReversed()]],
    ['that lacks a problem', (lines) => lines.slice(0, 2)],
    [
      'of other programs',
      ([first = '', one = '', ...rest]) => [
        first,
        one.replace(/"reply":"[0-9a-f]{64}"/, `"reply":"${'0'.repeat(64)}"`),
        ...rest,
      ],
    ],
    [
      'that lacks a program',
      ([first = '', one = '', ...rest]) => {
        const { replies, ...row } = JSON.parse(one) as GradedProblem;
        return [first, JSON.stringify({ ...row, replies: replies.slice(1) }), ...rest];
      },
    ],
  ];
  it.each(spoilt)('is made anew where the file is one %s', async (_, spoil) => {
    const { prepare } = await setUp();
    const { table, problems } = await prepare();
    const text = readFileSync(table, 'utf8');
    const spoiltText = `${spoil(text.trim().split('\n')).join('\n')}\n`;
    expect(spoiltText).not.toBe(text);
    writeFileSync(table, spoiltText);
    expect((await prepare()).problems).toEqual(problems);
    expect(readFileSync(table, 'utf8')).toBe(text);
  });
});
