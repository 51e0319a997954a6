import { cancelWork, steer } from '../../../client';
import { attemptWorkflowId, harnessWorkflowId } from '../../../core/durable/workflow-ids';
import type { Shape } from './history-shapes';
import { isRunPaused } from './run-facts';
import { building, heldStep, ScriptedEnvironments, Trouble } from './scripted-environment';
import type { EnvironmentScript, StepAnswer } from './scripted-environment';
import type { ScriptedRun } from './scripted-run';

const functions = ['m.py::f0#1', 'm.py::f1#1', 'm.py::f2#1'];
const attempt = (run: string): string => attemptWorkflowId(run, 'r', 0);
const harness =
  (place: number) =>
  (run: string): string =>
    harnessWorkflowId(attempt(run), { id: functions[place] ?? '', place });

const failed = (code: 'low_coverage' | 'gen_empty'): StepAnswer => ({
  kind: 'failed',
  reason: { code },
  feedback: 'line 3',
});

/** The second function comes to grief at its coverage. */
const rejecting: EnvironmentScript = {
  functions: { r: functions },
  step: ({ function: id, action }) => {
    if (id !== functions[1]) return null;
    if (action.kind === 'coverage') return failed('low_coverage');
    return action.kind === 'generate' && action.round === 2 ? failed('gen_empty') : null;
  },
};
const troubled = (fate: 'terminal' | 'pauses-run'): EnvironmentScript => {
  let times = 0;
  return {
    functions: { r: functions },
    step: ({ function: id, action }) => {
      if (id !== functions[1] || action.kind !== 'mutation') return null;
      times += 1;
      if (times === 1) throw new Trouble(fate);
      return null;
    },
  };
};

function played(script: EnvironmentScript, of: Shape['of']): Shape {
  const world = new ScriptedEnvironments(script);
  return {
    ...building({ world, environment: { generators: ['traces', 'hypothesis', 'model'] } }),
    of,
  };
}

function cancelled(of: Shape['of']): Shape {
  const held = heldStep(({ function: id, action }) => id === functions[1] && action.kind === 'run');
  const hand = async (run: ScriptedRun): Promise<void> => {
    await held.reached;
    await cancelWork(run.engine.client, run.id);
  };
  return { ...played({ ...rejecting, step: held.hold }, of), hand };
}

async function resume(run: ScriptedRun): Promise<void> {
  await isRunPaused(run);
  await steer(run.engine.client, run.id, { kind: 'resume' });
}

const cut = { timing: { maxHistory: 20 } };

/** The second function is held until the third has ended, in another history of the repository. */
function outlived(of: Shape['of']): Shape {
  const held = heldStep(({ function: id, action }) => id === functions[1] && action.kind === 'run');
  const script: EnvironmentScript = {
    functions: { r: functions },
    step: (asked) => {
      if (asked.function === functions[2] && asked.action.kind === 'scan') held.release();
      return held.hold(asked);
    },
  };
  return { ...played(script, of), ...cut };
}

/** Ways in which environments and harnesses are built whose history is kept. */
export const environmentShapes: Readonly<Record<string, () => Shape>> = {
  'build-completed': () => played(rejecting, attempt),
  'build-ended': () => {
    const status = { code: 'install_failed', step: 'build', why: 'setup.py raised' } as const;
    return played({ ends: { r: { installProject: status } } }, attempt);
  },
  'build-unfinished': () => played(troubled('terminal'), attempt),
  'build-cancelled': () => cancelled(attempt),
  'build-continued-first': () => ({ ...played(rejecting, attempt), ...cut, which: 'first' }),
  'build-continued-last': () => ({ ...played(rejecting, attempt), ...cut }),
  'build-outlived-first': () => ({ ...outlived(attempt), which: 'first' }),
  'build-outlived-last': () => outlived(attempt),
  'harness-outlived': () => outlived(harness(1)),
  'harness-accepted': () => played(rejecting, harness(0)),
  'harness-rejected': () => played(rejecting, harness(1)),
  'harness-cancelled': () => cancelled(harness(1)),
  'harness-unfinished': () => played(troubled('terminal'), harness(1)),
  'harness-paused': () => ({ ...played(troubled('pauses-run'), harness(1)), hand: resume }),
};
