import { join } from 'node:path';

import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { DatasetProblem } from '../../../core/tasks/problem';
import type { Provenance, VerdictKind } from '../../../core/schemas/verdict';
import { openStore } from '../../../store';
import { provenanceOf } from '../../fakes/answering-sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { attemptResult, runConfig, testOutcome } from '../../../laboratory/fakes/record-samples';
import { useOwnHome } from './own-home';
import { runCommand } from './run-command';

const said = provenanceOf({ seed: 0, limits: hiddenLimit() });

interface Stored {
  readonly kind?: VerdictKind;
  readonly test?: string;
  readonly provenance?: Provenance | null;
}

describeWithSandbox('espalier sandbox verify', () => {
  const { home } = useOwnHome('each');

  /** A run with an attempt for each, whose program adds. */
  async function store(...verdicts: readonly Stored[]): Promise<void> {
    const opened = await openStore({ path: join(home(), 'store.sqlite') });
    const problems = verdicts.map((_one, index) => `HumanEval/${index}`);
    const config = runConfig({ problems });
    await opened.runs.createRun('run-1', config);
    const program = await opened.blobs.put('    return a + b\n');
    const rows = verdicts.map(({ test = 'assert add(1, 2) == 3' }, index): DatasetProblem => ({
      problem: {
        kind: 'function',
        ...{ id: `HumanEval/${index}`, dataset: 'humaneval', statement: '', entryPoint: 'add' },
        ...{ preamble: 'def add(a, b):', visibleTests: [], visibleSetup: '' },
      },
      hidden: { kind: 'function', setup: '', test },
    }));
    await opened.problems.save(config.dataset.sha256, rows);
    for (const [index, { kind = 'passed', provenance = said }] of verdicts.entries()) {
      const key = { run: 'run-1', problem: `HumanEval/${index}`, sample: 0 };
      await opened.runs.beginAttempt(key, index);
      const graded = [{ program, outcome: { ...testOutcome, kind } }];
      await opened.runs.finishAttempt(key, attemptResult({ graded, verdict: kind, provenance }));
    }
    await opened.close();
  }
  async function verify(...args: readonly string[]) {
    const told = await runCommand(['sandbox', 'verify', ...args, '--backend', 'bubblewrap']);
    return { ...told, last: told.stdout.trim().split('\n').at(-1) };
  }

  it('finds nothing where every verdict says where it is from and comes out again', async () => {
    await store({}, {});
    expect(await verify()).toMatchObject({
      code: 0,
      last: '2 of 2 verdicts graded again by bubblewrap: 0 differences; 0 without full provenance',
    });
  });

  it('names one that comes out otherwise', async () => {
    await store({}, { kind: 'failed' });
    const { code, stdout, last } = await verify();
    expect(stdout).toMatch(/DIFFERS +run-1 HumanEval\/1#0 [0-9a-f]{12} +failed, now passed/);
    expect([code, last]).toEqual([1, expect.stringContaining('1 differences;')]);
  });

  it('counts apart what does not say on what it was given, and so cannot be graded again', async () => {
    await store(
      {},
      { provenance: null, kind: 'failed' },
      { provenance: { ...said, guestHash: '' } },
    );
    const { code, last } = await verify();
    expect(last).toBe(
      '2 of 3 verdicts graded again by bubblewrap: 0 differences; 2 without full provenance, of which 1 cannot be graded again',
    );
    expect(code).toBe(1);
  });

  it('fills its sample with those that can be graded again', async () => {
    await store({ provenance: null }, { provenance: null }, {}, { provenance: null });
    const { stdout } = await verify('--replay', '1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ verdicts: 4, replayed: 1, unable: 3 });
  });

  it('names the one whose test no longer compiles', async () => {
    await store({}, { test: 'assert (' });
    const { code, stderr } = await verify();
    expect(code).toBe(2);
    expect(stderr).toMatch(/run-1 HumanEval\/1#0 [0-9a-f]{12}: Python cannot run test 1 of add/);
  });
});
