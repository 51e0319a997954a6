import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';

import { createActivities } from '../../activities';
import type { Activities } from '../../activities';
import type { ActivityDependencies } from '../../activities/dependencies';
import type { Store } from '../../core/ports/records';
import type { Sandbox } from '../../core/adapters/sandbox';
import type { FunctionHidden, FunctionProblem } from '../../core/tasks/function';
import type { RunConfig } from '../../core/schemas/run';
import type { Expansion } from '../../core/search/method';
import { createMemoryStore } from '../fakes/memory-store';
import { createScriptedModel } from '../fakes/scripted-model';
import type { Script, ScriptedModel } from '../fakes/scripted-model';
import { createScriptedSandbox } from '../fakes/scripted-sandbox';
import type { ScriptedSandbox, ScriptedVerdicts } from '../fakes/scripted-sandbox';
import { scriptedProblem, scriptedRunConfig } from '../workflows/support/scripted-problems';
import { activityDependencies } from '../fakes/activity-dependencies';

export const attempt = { run: 'r', problem: 'P/0', sample: 0 };

export interface ActivitiesUnderTest {
  readonly store: Store;
  readonly model: ScriptedModel;
  readonly sandbox: ScriptedSandbox;
  /** Runs one activity as the engine would. */
  readonly run: <Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
  ) => ReturnType<Activities[Name]>;
}

/** Activities over a store in memory, a scripted model and a scripted sandbox; the attempt has begun. */
export async function activitiesUnderTest(
  given: {
    readonly script?: Script;
    readonly programs?: ScriptedVerdicts;
    /** May fail instead of a check: what it throws is the sandbox's. */
    readonly beforeCheck?: (program: string) => Promise<void>;
    /** In place of the one in memory. */
    readonly store?: Store;
    /** In place of the scripted one. */
    readonly sandbox?: Sandbox;
    readonly config?: Partial<RunConfig>;
    /** What else activities use. */
    readonly dependencies?: Partial<ActivityDependencies>;
    /** What a data set's adapter says of its problems. */
    readonly problem?: Partial<FunctionProblem>;
    /** What grading knows of them. */
    readonly hidden?: Partial<FunctionHidden>;
  } = {},
): Promise<ActivitiesUnderTest> {
  const store = given.store ?? createMemoryStore();
  const config = scriptedRunConfig(given.config);
  const rows = config.problems.map(scriptedProblem).map(({ problem, hidden }) => ({
    problem: { ...problem, ...given.problem },
    hidden: { ...hidden, ...given.hidden },
  }));
  await store.problems.save(config.dataset.sha256, rows);
  await store.runs.createRun('r', config);
  await store.runs.beginAttempt(attempt, 0);
  const model = createScriptedModel(given.script ?? {});
  const { programs = {}, beforeCheck } = given;
  const sandbox = createScriptedSandbox(
    programs,
    beforeCheck === undefined ? {} : { before: beforeCheck },
  );
  const activities = createActivities(
    activityDependencies({
      store,
      sandbox: () => Promise.resolve(given.sandbox ?? sandbox),
      modelClient: () => Promise.resolve(model),
      ...given.dependencies,
    }),
  );
  const run: ActivitiesUnderTest['run'] = (name, input) => {
    const environment = new MockActivityEnvironment(
      { heartbeatTimeoutMs: 1_000, scheduleToCloseTimeoutMs: 0 },
      { logger: new DefaultLogger('ERROR') },
    );
    const activity = activities[name] as (given: unknown) => Promise<unknown>;
    const result: unknown = environment.run(async () => activity(input));
    return result as ReturnType<Activities[typeof name]>;
  };
  return { store, model, sandbox, run };
}

/** The first program of a code-tree search. */
export function firstExpansion(changes: Partial<Expansion> = {}): Expansion {
  return {
    node: 'n0',
    ordinal: 0,
    parent: null,
    depth: 1,
    strategy: null,
    reflection: null,
    generator: 'solver',
    style: 'plain',
    temperature: 0,
    critic: { verification: true, abort: true, scoring: true },
    maxDepth: 3,
    parentProgram: null,
    parentFeedback: null,
    parentScore: null,
    parentPassedAll: false,
    reflect: { when: 'refined', atMost: 2 },
    ...changes,
  };
}
