import { failure, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import { planSteps } from '../../../core/repository/plan/plan-steps';
import type { StepAction } from '../../../core/repository/plan/plan';
import { buildHarness } from '../../../workflows/environment/build-harness';
import type { HarnessView } from '../../../workflows/environment/messages';
import { usualAnswer } from '../support/scripted-environment';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'tools', sample: 0 };
const environment = 'e'.repeat(64);
const id = 'm.py::f#1';
const entry = { stage: 'rejected', id, reason: { code: 'no_tests' }, runnable: false };

type Answer = (action: StepAction) => object;

/** A function whose steps are answered so; by default nothing can be generated. */
async function building(answer: Answer = usual, paused: string | null = null) {
  const step = ({ action }: { action: StepAction }) => answer(action);
  const names = Object.values(planSteps).map(({ activity }) => activity);
  const world = new WorkflowWorld({
    activities: {
      ...Object.fromEntries(names.map((name) => [name, step])),
      finishHarness: () => entry,
    },
  });
  const rules = { generators: ['traces', 'model'], maxRounds: 2 } as const;
  const of = { attempt, environment, function: id };
  const built = buildHarness({ ...of, setting: workSetting(), rules, paused });
  built.catch(() => undefined);
  await world.settle();
  return { world, built, of };
}

function usual({ kind, id: of }: StepAction): object {
  return kind === 'slice'
    ? { of, kind: 'sliced', slice: 's'.repeat(64) }
    : { of, kind: 'failed', reason: { code: 'no_tests' }, feedback: null };
}

describe('the work on a function', () => {
  it('asks for one step of its plan after the other, and tells how the plan ends', async () => {
    const { world, built, of } = await building();
    expect(await built).toEqual(entry);
    const [slice, ...others] = world.asked;
    expect(slice?.args).toMatchObject([{ ...of, action: { kind: 'slice' } }]);
    expect(others.map(({ name }) => name)).toEqual([
      ...['generateCases', 'generateCases', 'generateCases', 'finishHarness'],
    ]);
    const generators = others.slice(0, 3).map(({ args }) => {
      const [{ action }] = args as [{ action: { generator: string; round: number } }];
      return `${action.generator} ${String(action.round)}`;
    });
    expect(generators).toEqual(['traces 1', 'model 1', 'model 2']);
    expect(others.at(-1)?.args).toEqual([
      { ...of, finish: { kind: 'rejected', reason: { code: 'no_tests' } } },
    ]);
    const { state } = world.query('harness') as HarnessView;
    expect(state.config).toMatchObject({ target: `tools::${id}`, maxRounds: 2 });
    expect(state.records).toHaveLength(4);
  });

  it('runs each step on the queue of its resource', async () => {
    const { world, built } = await building((action) => ({
      ...{ of: action.id, ...usualAnswer(action) },
    }));
    expect(await built).toEqual(entry);
    expect(world.queues).toEqual([
      ...['sliceFunction s', 'generateCases s', 'runReference s', 'measureCoverage s'],
      ...['measureMutation s', 'rerunHarness s', 'minimiseHarness s', 'scanHarness s'],
      'finishHarness s',
    ]);
  });

  it('asks the model on the queue of the model', async () => {
    const { world } = await building();
    expect(world.queues.filter((one) => one.startsWith('generateCases'))).toEqual([
      ...['generateCases s', 'generateCases m', 'generateCases m'],
    ]);
  });

  it('refuses an answer to another step, which the plan would ask again for ever', async () => {
    const { built } = await building((action) => ({ ...usual(action), of: 'other#9' }));
    await expect(built).rejects.toThrow('#0 was answered with what is of other#9');
  });

  it('waits while its run is paused, and pauses it where a step says so', async () => {
    const failing = [failure(failureTypes['pauses-run'])];
    const { world, built } = await building((action) => {
      const error = failing.shift();
      if (error !== undefined) throw error;
      return usual(action);
    }, 'night');
    expect([world.asked, world.query('harness')]).toMatchObject([[], { paused: 'night' }]);
    await world.signal('resume-signal');
    expect(world.signals).toEqual([{ to: 'run', name: 'pause-signal', args: ['so'] }]);
    await world.signal('resume-signal');
    expect(await built).toEqual(entry);
  });
});
