import { setTimeout as sleep } from 'node:timers/promises';

import { gradeAllChecks } from '../../../activities/grading/grade-checks';
import type { BatchOptions, BatchProgress } from '../../../activities/grading/grade-checks';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { CheckTask, Sandbox } from '../../../core/adapters/sandbox';
import type { CheckResult } from '../../../core/schemas/verdict';
import type { Check } from '../../../core/grading/check';
import { SandboxInfraError, SandboxUnavailableError, TestBrokenError } from '../../../sandbox';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';

const verdicts = { right: 'pp/p', wrong: 'ff/f', slow: 'tt/t', late: 'tt/t' };
const { signal } = new AbortController();

const named = (name: string, changes: Partial<CheckTask> = {}): Check => ({
  kind: 'function',
  task: {
    program: `def f(x):\n    return '${name}'`,
    trustedSetup: '',
    entryPoint: 'f',
    tests: ['assert f(1) == 1'],
    limits: visibleLimit(),
    seed: 7,
    ...changes,
  },
});
const kinds = (results: readonly CheckResult[]) => results.map(({ outcomes }) => outcomes[0]?.kind);

/** Batches over one store; `wrap` may change what the sandbox does. */
function grader(wrap: (sandbox: Sandbox) => Sandbox = (sandbox) => sandbox) {
  const store = createMemoryStore();
  const sandbox = createScriptedSandbox(verdicts);
  const grade = (checks: readonly Check[], options: Partial<BatchOptions> = {}) =>
    gradeAllChecks(checks, {
      store,
      sandbox: wrap(sandbox),
      signal,
      regrade: false,
      scope: 'batch',
      ...options,
    });
  return { grade, sandbox };
}

/** The second run of a stopped program says something else than the first: `passed`. */
function changingItsMind(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    check: async (task, options) => {
      const result = await sandbox.check(task, options);
      return task.alone === true
        ? {
            ...result,
            outcomes: result.outcomes.map((one) => ({ ...one, kind: 'memory-limit' as const })),
          }
        : result;
    },
  };
}

/** Breaks at the given check, once. */
function breakingAt(nth: number): (sandbox: Sandbox) => Sandbox {
  let count = 0;
  return (sandbox) => ({
    ...sandbox,
    check: async (task, options) => {
      count += 1;
      if (count === nth)
        throw new SandboxInfraError('bubblewrap', 'it ended', { fate: 'terminal' });
      return sandbox.check(task, options);
    },
  });
}

describe('a batch of checks', () => {
  it('answers in the order of its programs, whichever is ready first', async () => {
    const store = createMemoryStore();
    const slowFirst = createScriptedSandbox(verdicts, {
      before: (name) => sleep(name === 'right' ? 30 : 0),
    });
    const options = { store, sandbox: slowFirst, signal, regrade: false, scope: 'b' };
    const results = await gradeAllChecks([named('right'), named('wrong')], options);
    expect(kinds(results)).toEqual(['passed', 'failed']);
  });

  it('runs as many at a time as it is told, two when it is not', async () => {
    let inside = 0;
    let most = 0;
    const { grade } = grader((sandbox) => ({
      ...sandbox,
      check: async (task, options) => {
        inside += 1;
        most = Math.max(most, inside);
        await sleep(5);
        inside -= 1;
        return sandbox.check(task, options);
      },
    }));
    const tasks = [...Array(8).keys()].map((seed) => named('right', { seed }));
    await grade(tasks);
    expect(most).toBe(2);
    await grade(tasks, { regrade: true, atOnce: 4 });
    expect(most).toBe(4);
  });

  it('runs a program once that is in it twice, or was answered before', async () => {
    const { grade, sandbox } = grader();
    const results = await grade([named('right'), named('wrong'), named('right')]);
    expect(kinds(results)).toEqual(['passed', 'failed', 'passed']);
    await grade([named('wrong'), named('right')], { scope: 'another' });
    expect(sandbox.checks).toEqual(['right', 'wrong']);
  });

  it('says how far it is after each answer', async () => {
    const { grade } = grader();
    await grade([named('right')]);
    const said: BatchProgress[] = [];
    await grade([named('right'), named('slow'), named('wrong')], {
      progress: (progress) => said.push(progress),
    });
    expect(said).toEqual([1, 2, 3].map((answered) => ({ answered, total: 3 })));
  });

  it('has no result for no program', async () => {
    expect(await grader().grade([])).toEqual([]);
  });

  it('tells the check apart that another assurance was asked for', async () => {
    const { grade, sandbox } = grader();
    const [split, shared] = await grade([named('right'), named('right', { assurance: 'shared' })]);
    expect(sandbox.checks).toHaveLength(2);
    expect(split?.provenance.assurance).toBe('data');
    expect(shared?.provenance.assurance).toBe('shared');
    expect(shared?.outcomes[0]?.assurance).toBe('shared');
  });
});

describe('a stopped program in a batch', () => {
  it('is run again alone, after all others have had their turn', async () => {
    const seen: string[] = [];
    const { grade } = grader((sandbox) => ({
      ...sandbox,
      check: (task, options) => {
        const name = /'(\w+)'/.exec(String(task.program))?.[1] ?? '';
        seen.push(task.alone === true ? `${name} alone` : name);
        return sandbox.check(task, options);
      },
    }));
    const results = await grade([named('slow'), named('late'), named('right'), named('wrong')]);
    expect(kinds(results)).toEqual(['timed-out', 'timed-out', 'passed', 'failed']);
    expect(seen).toEqual(['slow', 'late', 'right', 'wrong', 'slow alone', 'late alone']);
  });

  it('is believed by everybody once both runs agree', async () => {
    const { grade, sandbox } = grader();
    await grade([named('slow')]);
    await grade([named('slow')], { scope: 'another' });
    expect(sandbox.checks).toEqual(['slow', 'slow']);
  });

  it('is not believed by everybody when the second run, alone, was not stopped', async () => {
    const { grade, sandbox } = grader((inner) => ({
      ...inner,
      check: (task, options) =>
        inner.check(
          task.alone === true ? { ...task, program: "def f(x):\n    return 'right'" } : task,
          options,
        ),
    }));
    expect(kinds(await grade([named('slow')]))).toEqual(['passed']);
    expect(kinds(await grade([named('slow')]))).toEqual(['passed']);
    expect(sandbox.checks).toEqual(['slow', 'right']);
    await grade([named('slow')], { scope: 'another' });
    expect(sandbox.checks).toEqual(['slow', 'right', 'slow', 'right']);
  });

  it('is believed by its own batch alone when they do not: the second result stands', async () => {
    const { grade, sandbox } = grader(changingItsMind);
    expect(kinds(await grade([named('slow')]))).toEqual(['memory-limit']);
    expect(kinds(await grade([named('slow')]))).toEqual(['memory-limit']);
    expect(sandbox.checks).toHaveLength(2);
    await grade([named('slow')], { scope: 'another' });
    expect(sandbox.checks).toHaveLength(4);
  });
});

describe('a batch that is tried again', () => {
  const tasks = ['right', 'slow', 'wrong', 'late'].map((name) => named(name));

  it.each([1, 2, 3, 4, 5, 6])(
    'goes on with what is unanswered when check %i broke',
    async (nth) => {
      const { grade, sandbox } = grader(breakingAt(nth));
      await expect(grade(tasks, { atOnce: 1 })).rejects.toThrow('it ended');
      expect(kinds(await grade(tasks, { atOnce: 1 }))).toEqual([
        'passed',
        'timed-out',
        'failed',
        'timed-out',
      ]);
      const count = (name: string) => sandbox.checks.filter((check) => check === name).length;
      // Those that are stopped are run twice, and neither run is made again.
      expect(['right', 'slow', 'wrong', 'late'].map(count)).toEqual([1, 2, 1, 2]);
    },
  );

  it('neither loses nor repeats what two runs did not agree on', async () => {
    const breaks = breakingAt(6);
    const { grade, sandbox } = grader((inner) => breaks(changingItsMind(inner)));
    await expect(grade(tasks, { atOnce: 1 })).rejects.toThrow('it ended');
    expect(kinds(await grade(tasks, { atOnce: 1 }))).toEqual([
      'passed',
      'memory-limit',
      'failed',
      'memory-limit',
    ]);
    expect(sandbox.checks.filter((name) => name === 'slow')).toHaveLength(2);
  });

  it('graded anew, does not grade anew what its own earlier try has answered', async () => {
    const { grade, sandbox } = grader(breakingAt(7));
    await grade(tasks, { scope: 'earlier run' });
    const before = sandbox.checks.length;
    const again = { regrade: true, atOnce: 1 };
    await expect(grade(tasks, again)).rejects.toThrow('it ended');
    // All but the first one, on which it broke.
    expect(sandbox.checks).toHaveLength(before + 5);
    await grade(tasks, again);
    expect(sandbox.checks).toHaveLength(before + 6);
    await grade(tasks, again);
    expect(sandbox.checks).toHaveLength(before + 6);
    await grade(tasks, { ...again, scope: 'later run' });
    expect(sandbox.checks).toHaveLength(before + 12);
  });

  it.each([1, 2, 3, 4])('loses no neighbour of the program that check %i broke on', async (nth) => {
    const { grade, sandbox } = grader(breakingAt(nth));
    await expect(grade(tasks, { atOnce: 2 })).rejects.toThrow('it ended');
    const broken = ['right', 'slow', 'wrong', 'late'].filter(
      (name) => !sandbox.checks.includes(name),
    );
    expect(broken).toHaveLength(1);
    const before = sandbox.checks.length;
    await grade(tasks, { scope: 'another' });
    // Once, and once more alone if it is one of those that are stopped.
    expect(new Set(sandbox.checks.slice(before))).toEqual(new Set(broken));
  });

  it('costs no program its result when the test of another is broken, and asks about that once', async () => {
    let asked = 0;
    const { grade, sandbox } = grader((inner) => ({
      ...inner,
      check: (task, options) => {
        if (!task.tests.includes('assert (')) return inner.check(task, options);
        asked += 1;
        return Promise.reject(new TestBrokenError(1, task.entryPoint, 'SyntaxError: no'));
      },
    }));
    const broken = named('late', { tests: ['assert ('] });
    await expect(grade([broken, ...tasks, broken])).rejects.toThrow(TestBrokenError);
    const before = sandbox.checks.length;
    expect([asked, before]).toEqual([1, 6]);
    expect(kinds(await grade(tasks))).toEqual(['passed', 'timed-out', 'failed', 'timed-out']);
    expect(sandbox.checks).toHaveLength(before);
  });

  it('starts nothing more when no cell can be started at all', async () => {
    const down = new SandboxUnavailableError('docker', 'the engine is down');
    let asked = 0;
    const { grade } = grader((inner) => ({
      ...inner,
      check: () => {
        asked += 1;
        return Promise.reject(down);
      },
    }));
    await expect(grade(tasks, { atOnce: 1 })).rejects.toBe(down);
    expect(asked).toBe(1);
  });

  it('keeps what was under way when something else broke', async () => {
    const { grade, sandbox } = grader((inner) => ({
      ...inner,
      check: async (task, options) => {
        if (String(task.program).includes('wrong')) {
          throw new SandboxInfraError('docker', 'it ended', { fate: 'terminal' });
        }
        await sleep(20);
        return inner.check(task, options);
      },
    }));
    await expect(grade([named('right'), named('wrong')])).rejects.toThrow('it ended');
    expect(kinds(await grade([named('right')]))).toEqual(['passed']);
    expect(sandbox.checks).toEqual(['right']);
  });
});
