import { failure, nextInput, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import type { Expansion } from '../../../core/search/method';
import { critiqueTask, judge } from '../../../core/search/judge';
import type { JudgedExpansion } from '../../../core/search/judged-event';
import type { TreeView } from '../../../workflows/search/messages';
import { solveProblem } from '../../../workflows/search/solve-problem';
import type { SolveProblemInput } from '../../../workflows/search/solve-problem';
import { runVisibleTests } from '../../../workflows/search/visible-tests';
import { searchActivities } from '../../../workflows/search/search-activities';
import { ref, sha, visibleOf } from '../../core/search/search-player';
import type { NodeScript } from '../../core/search/search-player';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'P/0', sample: 0 };

/** What a child makes of its node. */
function judged(expansion: Expansion, script: NodeScript): JudgedExpansion {
  const program = sha(`program of ${expansion.node}`);
  const visible = visibleOf(script);
  const words = ref('words');
  const task = critiqueTask(expansion, visible, program);
  const critique =
    task === 'score'
      ? ({ kind: task, score: 3, words, neutral: false } as const)
      : task === 'verification'
        ? ({ kind: task, accepted: true, words, neutral: false } as const)
        : ({ kind: 'none' } as const);
  const { score, decision } = judge({ expansion, visible, program, critique });
  const made = { program, visible, critique, score, calls: [], neutral: [] };
  return { made, decision, reflections: [ref(`after ${expansion.node}`)] };
}

interface Given {
  readonly method?: string;
  readonly budget?: number;
  readonly parallel?: number;
  readonly maxHistory?: number;
  readonly input?: Partial<SolveProblemInput>;
  readonly start?: object;
  readonly begin?: Promise<unknown>;
}

async function searching({
  method = 'resample',
  budget = 3,
  parallel,
  maxHistory,
  ...given
}: Given = {}) {
  const children = new Map<string, { expansion: Expansion; end: (how: unknown) => void }>();
  const outcomes: SearchOutcome[] = [];
  const ungraded: { outcome: SearchOutcome; status: string; cause: string | null }[] = [];
  const steering: unknown[] = [];
  const world = new WorkflowWorld({
    cancelsChildren: true,
    activities: {
      beginSearch: async () => {
        await given.begin;
        return {
          ...{ method, budget, maxDepth: 3, width: 2, steering: [], finished: null },
          ...given.start,
        };
      },
      proposeStrategies: ({ atMost }: { atMost: number }) => ({
        strategies: ['one', 'other', 'third'].slice(0, atMost).map(ref),
        ...{ calls: [], neutral: [] },
      }),
      storeText: ({ text }: { text: string }) => ref(text),
      recordSteering: ({ entry }: { entry: unknown }) => void steering.push(entry),
      finishSearch: ({ outcome }: { outcome: SearchOutcome }) => {
        outcomes.push(outcome);
        return { status: 'completed', solved: true };
      },
      recordUngraded: (record: (typeof ungraded)[number]) => {
        ungraded.push(record);
        return { status: 'unscored', solved: false };
      },
    },
    child: (id, { expansion }: { expansion: Expansion }) =>
      new Promise((resolve, reject) => {
        children.set(id, {
          expansion,
          end: (how) => {
            if (how instanceof Error) reject(how);
            else resolve(how);
          },
        });
      }),
  });
  const ended: unknown[] = [];
  const setting = workSetting({
    ...(parallel === undefined ? {} : { parallel }),
    timing: { maxHistory: maxHistory ?? null },
  });
  solveProblem({ setting, attempt, position: 6, paused: null, ...given.input }).then(
    (summary) => ended.push(summary),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  const end = async (node: string, how: NodeScript | Error = { passed: 1 }): Promise<void> => {
    const child = children.get(`w/${node}`);
    child?.end(how instanceof Error ? how : judged(child.expansion, how));
    await world.settle();
  };
  const started = () => world.children.map(({ id }) => id.slice(2));
  const tree = () => world.query('tree') as TreeView;
  const made = () =>
    tree().state.nodes.flatMap(({ id, visible }) => (visible === null ? [] : [id]));
  return { world, ended, outcomes, ungraded, steering, end, started, tree, made, setting };
}

describe('a search', () => {
  it('makes one node after the other until one passes, and is graded', async () => {
    const { world, end, started, outcomes, ended } = await searching();
    expect(world.asked).toEqual([{ name: 'beginSearch', args: [{ attempt, position: 6 }] }]);
    expect(started()).toEqual(['n0']);
    await end('n0');
    expect(started()).toEqual(['n0', 'n1']);
    await end('n1', { passed: 4 });
    expect(ended).toEqual([{ status: 'completed', solved: true }]);
    expect(outcomes[0]?.nodes.map(({ id }) => id)).toEqual(['n0', 'n1']);
    expect(outcomes[0]).not.toHaveProperty('speculative');
    expect(world.phases).toEqual(['grading']);
  });

  it('is over where it was finished before', async () => {
    const finished = { status: 'completed', solved: false };
    const { ended, started } = await searching({ start: { finished } });
    expect([ended, started()]).toEqual([[finished], []]);
  });

  it('asks for as many strategies as its method takes, before the first node', async () => {
    const { world, started } = await searching({ method: 'code-tree' });
    expect(world.asked[1]?.name).toBe('proposeStrategies');
    expect(world.asked[1]?.args).toMatchObject([{ attempt, atMost: 2 }]);
    expect(started()).toEqual(['n0']);
  });

  it('tells the nodes under way of a pause, and begins none meanwhile', async () => {
    const { world, end, started } = await searching({ parallel: 2 });
    await world.update('pause', 'night');
    expect(world.signals.map(({ to, name, args }) => [to, name, ...args])).toEqual([
      ['w/n0', 'pause-signal', 'night'],
      ['w/n1', 'pause-signal', 'night'],
    ]);
    await end('n0');
    expect(started()).toEqual(['n0', 'n1']);
    await world.update('resume');
    expect([started(), world.phases]).toEqual([
      ['n0', 'n1', 'n2'],
      ['paused', 'searching'],
    ]);
  });

  it('is recorded with what there is of it when it is cancelled, or a node cannot be made', async () => {
    const cancelled = await searching();
    await cancelled.end('n0');
    await cancelled.world.cancel();
    expect(cancelled.ungraded).toMatchObject([
      {
        attempt,
        position: 6,
        status: 'cancelled',
        cause: null,
        outcome: { nodes: [{ id: 'n0' }, { id: 'n1', program: null }] },
      },
    ]);
    const broken = await searching();
    await broken.end('n0', failure(failureTypes.terminal));
    expect(broken.ungraded).toMatchObject([{ status: 'unscored', cause: 'so' }]);
    expect(broken.ended).toEqual([{ status: 'unscored', solved: false }]);
  });

  it('goes on in its next history between two nodes', async () => {
    const { world, end, ended, setting } = await searching({ maxHistory: 50 });
    world.historyIs({ historyLength: 50 });
    await end('n0');
    const next = nextInput(ended[0]) as SolveProblemInput;
    expect(next).toMatchObject({
      ...{ setting, attempt, position: 6, paused: null },
      carried: { start: { method: 'resample' }, state: { nodes: [{ id: 'n0' }] } },
    });
    const { world: later, started } = await searching({ input: next });
    expect([later.asked, started()]).toEqual([[], ['n1']]);
  });
});

describe('a search that makes several nodes at a time', () => {
  it('takes their results in the order of their turns', async () => {
    const { end, started, made, tree } = await searching({ parallel: 2 });
    expect([started(), tree().ahead]).toEqual([['n0', 'n1'], ['n1']]);
    await end('n1');
    expect(made()).toEqual([]);
    await end('n0');
    expect([made(), started()]).toEqual([
      ['n0', 'n1'],
      ['n0', 'n1', 'n2'],
    ]);
  });

  it('makes no more than its budget', async () => {
    const { started } = await searching({ parallel: 9 });
    expect(started()).toEqual(['n0', 'n1', 'n2']);
  });

  it('tells apart in its outcome what was made and never had its turn', async () => {
    const { end, outcomes } = await searching({ parallel: 3 });
    await end('n2');
    await end('n0', { passed: 4 });
    expect(outcomes[0]?.nodes.map(({ id }) => id)).toEqual(['n0']);
    expect(outcomes[0]?.speculative?.map(({ id }) => id)).toEqual(['n2']);
  });

  it('keeps what earlier histories made in vain, in the order of turns', async () => {
    const first = await searching({ maxHistory: 1 });
    await first.end('n0');
    const next = nextInput(first.ended[0]) as SolveProblemInput;
    const [node] = next.carried?.state.nodes ?? [];
    const before = { ...node, id: 'before', ordinal: 9 } as never;
    const { end, outcomes } = await searching({
      input: {
        ...next,
        setting: workSetting({ parallel: 2 }),
        carried: { ...next.carried, speculative: [before] } as never,
      },
    });
    await end('n2');
    await end('n1', { passed: 4 });
    expect(outcomes[0]?.speculative?.map(({ id }) => id)).toEqual(['n2', 'before']);
  });

  it('gives up what is ahead when it is cancelled, and keeps what is made', async () => {
    const { world, end, ungraded } = await searching({ parallel: 3 });
    await end('n1');
    await world.cancel();
    expect(ungraded[0]?.outcome.speculative?.map(({ id }) => id)).toEqual(['n1']);
  });

  it('fails for a node ahead of its turn once its turn comes', async () => {
    const { end, ended, ungraded } = await searching({ parallel: 2 });
    await end('n1', failure(failureTypes.terminal));
    expect(ended).toEqual([]);
    await end('n0');
    expect(ungraded).toMatchObject([{ status: 'unscored', cause: 'so' }]);
  });

  it('begins none ahead where its history is full, and ends that only when none is', async () => {
    const { world, end, started, ended } = await searching({
      parallel: 2,
      budget: 5,
      maxHistory: 50,
    });
    world.historyIs({ historyLength: 50 });
    await end('n0');
    expect([started(), ended]).toEqual([['n0', 'n1'], []]);
    await end('n1');
    expect(nextInput(ended[0])).toMatchObject({ carried: { state: { nodes: [{}, {}] } } });
  });
});

describe('a person who steers a search', () => {
  it('may add a strategy that says something and is not too long', async () => {
    const { world, steering, tree } = await searching({ method: 'code-tree' });
    const add = (text: string) => world.update('add-strategy', text);
    await expect(add(' \n')).rejects.toThrow('the strategy is empty');
    await expect(add('x'.repeat(8_001))).rejects.toThrow('longer than 8000 characters');
    await add('x'.repeat(8_000));
    await add('sort first');
    expect(steering).toMatchObject([
      { action: { kind: 'add-strategy' } },
      { action: { kind: 'add-strategy', strategy: { excerpt: 'sort first' } } },
    ]);
    expect(tree().state.strategies.map(({ excerpt }) => excerpt)).toContain('sort first');
  });

  it('may abort the node under way, and the next is made', async () => {
    const { world, steering, started } = await searching({ method: 'code-tree' });
    await expect(world.update('abort-node', 'n7')).rejects.toThrow(
      'no node n7 that can be aborted',
    );
    await world.update('abort-node', 'n0');
    expect(steering).toMatchObject([{ action: { kind: 'abort-node', node: 'n0' } }]);
    expect(started()).toEqual(['n0', 'n1']);
  });

  it('may accept a node that has a program, which ends the search', async () => {
    const { world, end, ended, steering } = await searching();
    await expect(world.update('accept-node', 'n0')).rejects.toThrow('no node n0 with a program');
    await end('n0');
    await world.update('accept-node', 'n0');
    expect(steering).toMatchObject([{ action: { kind: 'accept-node', node: 'n0' } }]);
    expect(ended).toEqual([{ status: 'completed', solved: true }]);
    for (const [update, word] of [
      ['add-strategy', 'so'],
      ['abort-node', 'n0'],
      ['accept-node', 'n0'],
      ['pause', 'night'],
    ] as const) {
      await expect(world.update(update, word)).rejects.toThrow('the search has ended');
    }
  });

  it('cannot steer a node that is made ahead of its turn', async () => {
    const { world } = await searching({ parallel: 2 });
    for (const update of ['abort-node', 'accept-node']) {
      await expect(world.update(update, 'n1')).rejects.toThrow('n1 is made ahead of its turn');
    }
  });

  it('is told to try again before it has begun', async () => {
    const { world } = await searching({ begin: new Promise(() => undefined) });
    await expect(world.update('add-strategy', 'so')).rejects.toThrow('has not begun; try again');
    expect(() => world.query('tree')).toThrow('has not begun; try again');
  });
});

describe('visible tests', () => {
  const task = { attempt, node: 'n0', program: sha('p') };

  async function tested(testsAtOnce: boolean, atOnce: () => unknown) {
    const world = new WorkflowWorld({
      activities: { runVisibleTests: () => 'later', 'runVisibleTests at once': atOnce },
    });
    const ports = searchActivities(workSetting({ testsAtOnce }));
    const result = runVisibleTests(ports, task);
    result.catch(() => undefined);
    await world.settle();
    return { world, result, asked: world.asked.map(({ name }) => name) };
  }
  const fails = (type: string) => () => {
    throw failure(type);
  };

  it('are run within the task of the workflow where its worker may', async () => {
    const { result, asked, world } = await tested(true, () => 'now');
    expect([await result, asked]).toEqual(['now', ['runVisibleTests at once']]);
    expect(world.asked[0]?.args).toEqual([task]);
    const apart = await tested(false, () => 'now');
    expect([await apart.result, apart.asked]).toEqual(['later', ['runVisibleTests']]);
  });

  it('are run by an activity where that did not work, unless it never will', async () => {
    const pausing = await tested(true, fails(failureTypes['pauses-run']));
    expect(await pausing.result).toBe('later');
    expect(await (await tested(true, fails(failureTypes.retryable))).result).toBe('later');
    for (const type of [failureTypes.terminal, failureTypes['begins-anew']]) {
      const { result, asked } = await tested(true, fails(type));
      await expect(result).rejects.toMatchObject({ cause: { type } });
      expect(asked).toEqual(['runVisibleTests at once']);
    }
  });
});
