import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';

import { createActivities } from '../../../../activities';
import type { Activities } from '../../../../activities';
import { submitPhrase } from '../../../../core/agents/shell/output-words';
import type { ShellRun, ShellTask } from '../../../../core/adapters/shell';
import type { ModelClient } from '../../../../core/adapters/model';
import type { Sandbox } from '../../../../core/adapters/sandbox';
import type { Store } from '../../../../core/ports/records';
import { ShellTrajectory } from '../../../../core/schemas/shell-trajectory';
import {
  afterCommand,
  afterReply,
  nextOfTrajectory,
  startTrajectory,
} from '../../../../core/search/bash-agent/trajectory';
import type { DatasetProblem } from '../../../../core/tasks/problem';
import { activityDependencies } from '../../../fakes/activity-dependencies';
import { createMemoryStore } from '../../../fakes/memory-store';
import { createScriptedModel } from '../../../fakes/scripted-model';
import { createScriptedSandbox } from '../../../fakes/scripted-sandbox';
import { endRuntime, quietRuntime } from '../../../workflows/support/quiet-runtime';
import { scriptedRunConfig } from '../../../workflows/support/scripted-problems';
import { SeededRandom } from '../../../core/search/seeded-random';
import { firstExpansion } from '../../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const attempt = { run: 'r', problem: 'o__r-1', sample: 0 };
const limits = { steps: 8, tokens: 100_000, commandSeconds: 60 };
const expansion = firstExpansion({ style: 'shell', shell: limits, critic: null });

const row: DatasetProblem = {
  problem: {
    ...{ kind: 'patch', id: 'o__r-1', dataset: 'tasks', statement: 'It is wrong.', context: '' },
    source: {
      ...{ repository: 'o/r', address: null, commit: 'abcdef1', until: null, python: null },
      ...{ requirements: [], image: null },
    },
    runner: { kind: 'pytest', arguments: [], environment: {} },
    visibleTests: [],
  },
  hidden: {
    ...{ kind: 'patch', testPatch: 'x', failToPass: ['t'], passToPass: [] },
    ...{ logParser: 'pytest', evalType: 'pass-and-fail' },
  },
};

/** A shell whose files are a list of words: `add W` appends one, `show` lists them, `toss` says another number each time and adds it. */
function wordShell(): { readonly shell: NonNullable<Sandbox['shell']>; readonly ran: string[][] } {
  const ran: string[][] = [];
  let tosses = 0;
  const shell = ({ commands }: ShellTask): Promise<ShellRun> => {
    ran.push([...commands]);
    if (commands.includes('explode'))
      return Promise.resolve({ kind: 'ended', how: 'memory-limit' });
    const words: string[] = [];
    const outputs = commands.map((command) => {
      const before = words.length;
      const [verb, ...rest] = command.split(' ');
      if (verb === 'add') words.push(rest.join(' '));
      if (verb === 'toss') words.push(String((tosses += 1)));
      const head = verb === 'echo' ? `${rest.join(' ')}\n` : `${words.join(' ')}\n`;
      return { exit: 0, head, tail: '', elided: 0, changed: words.length > before };
    });
    return Promise.resolve({ kind: 'ran', outputs, patch: words.join('\n') });
  };
  return { shell, ran };
}

const said = (command: string): string => `I do it.\n\n\`\`\`bash\n${command}\n\`\`\``;
const submit = said(`echo ${submitPhrase}`);

interface Under {
  readonly store: Store;
  /** A new process each time: nothing is kept in memory. */
  readonly run: <Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
  ) => ReturnType<Activities[Name]>;
}

async function under(model: ModelClient, shell: NonNullable<Sandbox['shell']>): Promise<Under> {
  const store = createMemoryStore();
  const config = scriptedRunConfig({ method: 'bash-agent', problems: ['o__r-1'] });
  await store.problems.save(config.dataset.sha256, [row]);
  await store.runs.createRun('r', config);
  await store.runs.beginAttempt(attempt, 0);
  const run: Under['run'] = (name, input) => {
    const activities = createActivities(
      activityDependencies({
        store,
        sandbox: () => Promise.resolve({ ...createScriptedSandbox({}), shell }),
        modelClient: () => Promise.resolve(model),
      }),
    );
    const environment = new MockActivityEnvironment(
      { heartbeatTimeoutMs: 1_000, scheduleToCloseTimeoutMs: 0 },
      { logger: new DefaultLogger('ERROR') },
    );
    const activity = activities[name] as (given: unknown) => Promise<unknown>;
    const result: unknown = environment.run(async () => activity(input));
    return result as ReturnType<Activities[typeof name]>;
  };
  return { store, run };
}

/** Plays a trajectory as the workflow does. @param tries how often each activity runs, as if its result were lost */
async function play(
  { store, run }: Under,
  tries: () => number = () => 1,
): Promise<{ readonly patch: string | null; readonly trajectory: ShellTrajectory }> {
  async function repeated<T>(work: () => Promise<T>): Promise<T> {
    let result = await work();
    for (let more = tries(); more > 1; more -= 1) result = await work();
    return result;
  }
  let state = startTrajectory(limits);
  for (;;) {
    const soFar = { attempt, expansion, steps: state.steps };
    const action = nextOfTrajectory(state);
    if (action.kind === 'ask') {
      state = afterReply(state, (await repeated(() => run('askShellAgent', soFar))).reply);
    } else if (action.kind === 'run') {
      state = afterCommand(state, await repeated(() => run('runShellCommand', soFar)));
    } else {
      const ending = { ...soFar, end: action.end, tokens: state.tokens };
      const ended = await repeated(() => run('endTrajectory', ending));
      const text = await store.blobs.get(ended.trajectory);
      return {
        patch: ended.program === null ? null : await store.blobs.get(ended.program),
        trajectory: ShellTrajectory.parse(JSON.parse(text)),
      };
    }
  }
}

describe('an agent with a shell', () => {
  it('works until it submits; its patch is that of its box', async () => {
    const replies = [said('show'), said('add one'), said('add two'), submit];
    const { shell, ran } = wordShell();
    const model = createScriptedModel({ 'shell-agent': replies });
    const { patch, trajectory } = await play(await under(model, shell));
    expect(patch).toBe('one\ntwo');
    expect(trajectory).toMatchObject({ end: 'submitted' });
    expect(trajectory.steps.map(({ command }) => command)).toEqual([
      ...['show', 'add one', 'add two', `echo ${submitPhrase}`],
    ]);
    // `show` changed nothing, so it is not run again.
    expect(ran.at(-1)).toEqual(['add one', 'add two', `echo ${submitPhrase}`]);
  });

  it('comes to the same, asks nothing again and runs nothing twice when results are lost', async () => {
    const replies = [said('toss'), said('show'), 'I think.', said('add b'), said('show'), submit];
    const calm = await play(
      await under(createScriptedModel({ 'shell-agent': replies }), wordShell().shell),
    );
    const random = new SeededRandom(5);
    const { shell, ran } = wordShell();
    const model = createScriptedModel({ 'shell-agent': replies });
    const shaken = await play(await under(model, shell), () => 1 + random.int(3));
    expect(model.calls).toHaveLength(replies.length);
    expect(ran).toHaveLength(5);
    expect(shaken.trajectory.steps.map(({ reply }) => reply)).toEqual(
      calm.trajectory.steps.map(({ reply }) => reply),
    );
    expect(shaken).toEqual(calm);
  });

  it('is told when the output of a command differs when it runs again', async () => {
    const replies = [said('toss'), said('show'), submit];
    const model = createScriptedModel({ 'shell-agent': replies });
    const { trajectory } = await play(await under(model, wordShell().shell));
    expect(trajectory.steps[1]?.told).toContain('differs from before:\n- toss');
  });

  it('is told of a reply without one command, and of a command that ends its box, which never runs again', async () => {
    const replies = ['Hello.', said('explode'), said('add one'), submit];
    const { shell, ran } = wordShell();
    const { patch, trajectory } = await play(
      await under(createScriptedModel({ 'shell-agent': replies }), shell),
    );
    expect(trajectory.steps[0]?.told).toContain('it contains no bash block');
    expect(trajectory.steps[1]).toMatchObject({ exit: null });
    expect(trajectory.steps[1]?.told).toContain('memory-limit');
    expect(ran.at(-1)).toEqual(['add one', `echo ${submitPhrase}`]);
    expect(patch).toBe('one');
  });

  it('ends at its limit of steps with what it has changed', async () => {
    const replies = [said('add one'), ...Array.from({ length: 7 }, () => said('show'))];
    const model = createScriptedModel({ 'shell-agent': replies });
    const { patch, trajectory } = await play(await under(model, wordShell().shell));
    expect(trajectory.end).toBe('step-limit');
    expect(patch).toBe('one');
  });

  it('has no program where nothing changed', async () => {
    const model = createScriptedModel({ 'shell-agent': [submit] });
    const { patch } = await play(await under(model, wordShell().shell));
    expect(patch).toBeNull();
  });

  it('sees its own words and what it was told, and no hidden test', async () => {
    const model = createScriptedModel({ 'shell-agent': [said('add one'), submit] });
    await play(await under(model, wordShell().shell));
    const { messages } = model.calls[1]?.request ?? { messages: [] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[1]?.content).toContain('It is wrong.');
    expect(messages[3]?.content).toContain('Exit code: 0\nOutput:\none');
  });
});
