import { gradeOriginal } from '../../../../activities/environment/harness/grade-original';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import type { HarnessRun } from '../../../../core/adapters/sandbox';
import { definitionAt } from '../../../fakes/environment-samples';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { scriptedJobs } from '../scripted-jobs';

/** The definition as a candidate, whose runs end so; all are asked twice, as two runs would. */
async function graded(ends: readonly HarnessRun['end'][]) {
  const left = [...ends];
  const alone: boolean[] = [];
  const context = {
    ...{ cell: scriptedJobs([]).cell(false), steps: createMemoryEnvironments() },
    ...{ environment: 'a'.repeat(64), target: 'tools@0::f', signal: undefined },
    definition: definitionAt('tools.py', 'f', 0),
    without: <T>(work: () => Promise<T>) => work(),
    grade: async (task: { readonly alone?: boolean }) => {
      alone.push(task.alone === true);
      return { end: left.shift(), parts: [], cpuMs: 0, timeSensitive: false };
    },
  } as unknown as HarnessContext;
  await gradeOriginal(context, [], 'def f(): ...');
  return { came: await gradeOriginal(context, [], 'def f(): ...'), alone };
}

describe('the definition itself as a candidate', () => {
  it.each(['timed-out', 'killed-by-signal'] as const)(
    'is run again alone when it was stopped (%s), and that counts',
    async (kind) => {
      const passed = await graded([{ kind }, { kind: 'ran' }]);
      expect(passed).toEqual({ came: null, alone: [false, true] });
      const stopped = await graded([{ kind }, { kind }]);
      expect(stopped).toMatchObject({ came: { reason: { code: 'not_gradable' } } });
      expect(stopped.alone).toEqual([false, true]);
    },
  );

  it('is not run again when it fails', async () => {
    const { came, alone } = await graded([{ kind: 'raised', error: 'ImportError' }]);
    expect([came?.reason.code, alone]).toEqual(['not_gradable', [false]]);
  });
});
