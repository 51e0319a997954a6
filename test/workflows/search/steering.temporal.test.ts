import { join } from 'node:path';

import { queryTree, steer } from '../../../client';
import type { Steering } from '../../../core/names/steering-commands';
import type { Store } from '../../../core/ports/records';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import { searchOutcome } from '../../../core/kinds/of-kind';
import { openStore } from '../../../store';
import { deferred } from '../../fakes/deferred';
import { heldReply } from '../../fakes/scripted-model';
import type { HeldReply, Script, ScriptedReply } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import {
  programReply,
  reflectionsReply,
  scoreReply,
  strategiesReply,
  verificationReply,
} from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { terminate, withRun } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { untilAtRest } from '../support/run-facts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const yes = verificationReply(true);
const programs = { half: 'pf/f', other: 'fp/f', right: 'pp/p' };

/** One strategy whose program gets half of the tests right and two reflections; the first repair waits. */
function refining(debuggers: readonly ScriptedReply[], solvers: readonly ScriptedReply[] = []) {
  return {
    'thinker-strategies': [strategiesReply('count', 'sort')],
    solver: [programReply('half'), ...solvers],
    debugger: debuggers,
    'critic-score': [scoreReply(3), scoreReply(3), scoreReply(3)],
    'thinker-reflections': [reflectionsReply('first', 'second'), reflectionsReply('third')],
    'critic-verification': [yes],
  } satisfies Script;
}

describeWithTemporal('a search with a hand on it', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it('explores an added strategy next', async () => {
    const held = heldReply(programReply('other'));
    const script = refining([held.reply], [programReply('right')]);
    const outcome = await steered({ script, programs }, held, async (run) => {
      await tell(run, { kind: 'strategy', text: 'use a table' });
      held.release();
    });
    expect(
      outcome.nodes.map(({ id, parent, strategy }) => [id, parent, strategy?.excerpt]),
    ).toEqual([
      ['n0', null, 'count'],
      ['n1', 'n0', 'count'],
      ['n2', null, 'use a table'],
    ]);
    expect(outcome).toMatchObject({ finish: 'accepted', steered: true });
  });

  it('aborts a node in flight: its call ends, its program is spent, the search goes on', async () => {
    const held = heldReply(programReply('other'));
    const script = refining([held.reply, programReply('right')]);
    const outcome = await steered({ script, programs }, held, async (run) => {
      await tell(run, { kind: 'abort', node: 'n1' });
      await eventually('the call is given up', () =>
        run.model.calls.some(({ role, aborted }) => role === 'debugger' && aborted),
      );
    });
    expect(outcome.nodes.map(({ id, steered: by }) => [id, by])).toEqual([
      ['n0', null],
      ['n1', 'aborted'],
      ['n2', null],
    ]);
    expect(outcome.nodes[1]).toMatchObject({ program: null, visible: null, ordinal: 1 });
    expect(outcome.nodes[2]).toMatchObject({ parent: 'n0', ordinal: 2, decision: 'accept' });
    expect(outcome.answers).toEqual(['n0', 'n0', 'n2']);
  });

  it('aborts a node whose repairs wait, with all that waits below it', async () => {
    const held = heldReply(programReply('other'));
    const script = refining([held.reply], [programReply('right')]);
    const outcome = await steered({ script, programs }, held, async (run) => {
      await tell(run, { kind: 'abort', node: 'n0' });
    });
    expect(outcome.nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ['n0', null],
      ['n1', 'n0'],
      ['n2', null],
    ]);
    expect(outcome.nodes[0]?.steered).toBe('aborted');
    expect(outcome.nodes[2]?.strategy?.excerpt).toBe('sort');
  });

  it.each([
    ['abort', 'n1', { finish: 'solved-visible', answer: 'n2' }],
    ['accept', 'n0', { finish: 'steered-accept', answer: 'n0' }],
  ] as const)(
    'gives up reflections that are asked for at the turn of a node: %s %s',
    async (kind, node, end) => {
      const held = heldReply(reflectionsReply('too late'));
      const spec: RunSpec = {
        config: { method: 'code-tree-bfs', search: { width: 2, maxDepth: 2 } },
        programs: { ...programs, bad: 'rr/r' },
        script: {
          'thinker-strategies': [strategiesReply('count', 'sort')],
          solver: [programReply('bad'), programReply('half')],
          'thinker-reflections': [held.reply, reflectionsReply('look again')],
          debugger: [programReply('right')],
        },
      };
      const outcome = await steered(spec, held, async (run) => {
        await tell(run, { kind, node });
        await eventually('the call is given up', () =>
          run.model.calls.some(({ role, aborted }) => role === 'thinker-reflections' && aborted),
        );
      });
      expect(outcome).toMatchObject({ ...end, steered: true });
      expect(outcome.nodes.map(({ reflection }) => reflection?.excerpt)).not.toContain('too late');
    },
  );

  it('accepts a node: the search ends, what is in flight is cancelled, and the node is graded', async () => {
    const held = heldReply(programReply('other'));
    const outcome = await steered(
      { script: refining([held.reply]), programs },
      held,
      async (run) => {
        await tell(run, { kind: 'accept', node: 'n0' });
        await run.end();
        const { status, result } = await run.attempt();
        expect({ status, verdict: result?.verdict }).toEqual({
          status: 'completed',
          verdict: 'failed',
        });
        await eventually('the call is given up', () => run.model.calls.at(-1)?.aborted === true);
        expect(run.model.calls.at(-1)?.role).toBe('debugger');
      },
    );
    expect(outcome).toMatchObject({
      finish: 'steered-accept',
      answer: 'n0',
      answers: ['n0', 'n0'],
      steered: true,
    });
  });

  it('starts no call while the problem is paused, and goes on when it is resumed', async () => {
    const held = heldReply(programReply('right'));
    await steered({ script: refining([held.reply]), programs }, held, async (run) => {
      await tell(run, { kind: 'pause', reason: 'let me think' });
      held.release();
      await eventually('the visible tests wait', async () => {
        const { paused } = await queryTree(engine.client, run.attemptId());
        return paused === 'let me think';
      });
      const calls = run.model.calls.length;
      await untilAtRest(run, run.attemptId());
      expect(run.model.calls).toHaveLength(calls);
      await tell(run, { kind: 'resume' });
    });
  });

  it('can be resumed after it was ended while it was paused', async () => {
    const held = heldReply(programReply('right'));
    const outcome = await steered(
      { script: refining([held.reply]), programs },
      held,
      async (run) => {
        await tell(run, { kind: 'pause', reason: 'enough' });
        await tell(run, { kind: 'accept', node: 'n0' });
        await expect(tell(run, { kind: 'strategy', text: 'more' })).rejects.toMatchObject({
          code: 'STEERING_REFUSED',
        });
        await tell(run, { kind: 'resume' });
      },
    );
    expect(outcome.finish).toBe('steered-accept');
  });

  it('refuses what cannot be, saying why, and everything after the end', async () => {
    const held = heldReply(programReply('right'));
    await withRun(engine, { script: refining([held.reply]), programs }, async (run) => {
      const refusal = async (steering: Steering): Promise<string> => {
        const refused = await tell(run, steering).then(
          () => 'taken',
          (error: Error) => error.message,
        );
        return refused.replace(run.attemptId(), 'ATTEMPT');
      };
      await run.start();
      await held.reached;
      expect([
        await refusal({ kind: 'abort', node: 'n7' }),
        await refusal({ kind: 'accept', node: 'n1' }),
        await refusal({ kind: 'strategy', text: '  ' }),
        await refusal({ kind: 'strategy', text: 'x'.repeat(8001) }),
        await refusal({ kind: 'pause', reason: '' }),
      ]).toEqual([
        'abort on ATTEMPT was refused: there is no node n7 that can be aborted',
        'accept on ATTEMPT was refused: there is no node n1 with a program to accept',
        'strategy on ATTEMPT was refused: the strategy is empty',
        'strategy on ATTEMPT was refused: the strategy is longer than 8000 characters',
        'pause on ATTEMPT was refused: a pause needs a reason',
      ]);
      held.release();
      await run.end();
      expect(await refusal({ kind: 'accept', node: 'n0' })).toBe(
        'accept on ATTEMPT: the engine knows no such running workflow',
      );
      expect(searchOutcome((await run.attempt()).result)?.steered).toBe(false);
    });
  });

  it('is changed only after the change is in the store', async () => {
    const held = heldReply(programReply('right'));
    const asked = deferred();
    const written = deferred();
    const storeForActivities = (store: Store): Store => ({
      ...store,
      runs: {
        ...store.runs,
        addSteering: async (key, entry) => {
          asked.resolve();
          await written.promise;
          await store.runs.addSteering(key, entry);
        },
      },
    });
    const spec = { script: refining([held.reply]), programs, storeForActivities };
    await steered(spec, held, async (run) => {
      const told = tell(run, { kind: 'accept', node: 'n0' });
      await asked.promise;
      const before = await queryTree(engine.client, run.attemptId());
      expect(before.state).toMatchObject({ finish: null, steered: false });
      expect(run.model.calls.at(-1)?.aborted).toBe(false);
      written.resolve();
      await told;
      const entries = await run.store.runs.steering({ run: run.id, problem: 'P/0', sample: 0 });
      expect(entries).toMatchObject([{ action: { kind: 'accept-node', node: 'n0' } }]);
    });
  });

  it('takes an update that is under way when its history would end', async () => {
    const held = heldReply(programReply('other'));
    const asked = deferred();
    const written = deferred();
    const storeForActivities = (store: Store): Store => ({
      ...store,
      blobs: {
        ...store.blobs,
        put: async (text) => {
          if (text === 'use a table') {
            asked.resolve();
            await written.promise;
          }
          return store.blobs.put(text);
        },
      },
    });
    const script = refining([held.reply], [programReply('right')]);
    const spec = { script, programs, storeForActivities, timing: { maxHistory: 1 } };
    const outcome = await steered(spec, held, async (run) => {
      const told = tell(run, { kind: 'strategy', text: 'use a table' });
      const taken = expect(told).resolves.toBeUndefined();
      await asked.promise;
      held.release();
      await eventually('the node is made', async () => {
        const { state } = await queryTree(engine.client, run.attemptId());
        return state.nodes[1]?.decision === 'refine';
      });
      written.resolve();
      await taken;
    });
    expect(outcome.nodes.map(({ strategy }) => strategy?.excerpt)).toEqual([
      'count',
      'count',
      'use a table',
    ]);
  });

  it('ends the same when the engine is lost and another one takes the run up', async () => {
    const config = { budget: 6 };
    const id = 'lost-and-found';
    const undisturbed = await twiceSteered(async (run, last) => {
      last.release();
      await run.end();
      return (await run.attempt()).result;
    });
    const store = await openStore({ path: join(engine.root, 'kept.sqlite') });
    const other = await startTestEngine();
    try {
      await twiceSteered((run) => terminate(run), { store, id });
      const script = { solver: [programReply('right')], 'critic-verification': [yes] };
      const result = await withRun(other, { script, programs, config, store, id }, async (run) => {
        await run.start();
        await run.end();
        expect(run.model.calls.map(({ role }) => role)).toEqual(['solver', 'critic-verification']);
        return (await run.attempt()).result;
      });
      expect(result).toEqual(undisturbed);
      expect(
        searchOutcome(result)?.nodes.map(({ id: node, steered: by }) => `${node} ${by ?? '-'}`),
      ).toEqual(['n0 -', 'n1 aborted', 'n2 -']);
    } finally {
      await store.close();
      await other.close();
    }

    /** Aborts n1 in flight and adds a strategy, whose program then waits. */
    function twiceSteered<T>(
      then: (run: ScriptedRun, last: HeldReply) => Promise<T>,
      kept: Pick<RunSpec, 'store' | 'id'> = {},
    ): Promise<T> {
      const first = heldReply(programReply('other'));
      const last = heldReply(programReply('right'));
      const script = refining([first.reply], [last.reply]);
      return withRun(engine, { script, programs, config, ...kept }, async (run) => {
        await run.start();
        await first.reached;
        await tell(run, { kind: 'strategy', text: 'use a table' });
        await tell(run, { kind: 'abort', node: 'n1' });
        await last.reached;
        return then(run, last);
      });
    }
  });

  /** Starts a run, steers it once its held call is under way, and tells what the search came to. */
  function steered(
    spec: RunSpec,
    held: HeldReply,
    hand: (run: ScriptedRun) => Promise<void>,
  ): Promise<SearchOutcome> {
    return withRun(engine, spec, async (run) => {
      await run.start();
      await held.reached;
      await hand(run);
      await run.end();
      const outcome = searchOutcome((await run.attempt()).result);
      if (outcome === null) throw new Error('the attempt has no result');
      return outcome;
    });
  }
});

function tell(run: ScriptedRun, steering: Steering): Promise<void> {
  return steer(run.engine.client, run.attemptId(), steering);
}
