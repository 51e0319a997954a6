import { join } from 'node:path';

import { cancelWork } from '../../../client';
import type { Store } from '../../../core/ports/records';
import { openStore } from '../../../store';
import { deferred } from '../../fakes/deferred';
import { heldReply } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf, untilAtRest } from '../support/run-facts';
import {
  answerTo,
  brief,
  byPerson,
  callsOf,
  outcomeOf,
  programs,
  refining,
  shown,
  tell,
  until,
  untilAsked,
  view,
} from '../support/scripted-dialogue';
import { programReply } from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { played, terminate, withRun } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const half = programReply('half');
const other = programReply('other');
const right = programReply('right');

describeWithTemporal('a dialogue about a problem', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  const play = (spec: RunSpec) =>
    played(engine, { programs, config: refining(), ...spec }, async (run) => ({
      attempt: await run.attempt(),
      outcome: await outcomeOf(run),
      calls: callsOf(run),
    }));
  /** Starts a run and lays a hand on it; tells what the dialogue came to. */
  const steered = (spec: RunSpec, hand: (run: ScriptedRun) => Promise<void>) =>
    withRun(engine, { programs, config: refining(byPerson), ...spec }, async (run) => {
      await run.start();
      await hand(run);
      await run.end();
      return outcomeOf(run);
    });

  describe('left to itself', () => {
    it('goes on with what execution says until a program passes, and grades every one of them', async () => {
      const { attempt, outcome, calls } = await play({
        script: { solver: [half], debugger: [other, right] },
      });
      expect(brief(outcome)).toEqual([
        'r1<none wrong-output',
        'r2<r1 wrong-output',
        'r3<r2 passed',
      ]);
      expect(outcome).toMatchObject({ stop: 'passed', answer: 'r3', steered: false });
      expect(outcome.rounds.map(({ feedback }) => feedback?.source)).toEqual([
        ...['execution', 'execution', undefined],
      ]);
      expect(calls).toEqual(['solver 0', 'debugger 1', 'debugger 2']);
      expect(attempt.result).toMatchObject({ solved: true, verdict: 'passed' });
      expect(attempt.result?.graded).toHaveLength(3);
    });

    it('stops after its rounds, and answers with the newest program', async () => {
      const { outcome } = await play({
        config: refining({ rounds: 2 }),
        script: { solver: [half], debugger: [other] },
      });
      expect(outcome).toMatchObject({ stop: 'max-rounds', answer: 'r2' });
      expect(outcome.rounds[1]?.feedback).toBeNull();
    });

    it('stops at a reply without code, which in our words is asked for once more', async () => {
      const { outcome, calls } = await play({
        script: { solver: [half], debugger: ['I had rather not.', 'Really not.'] },
      });
      expect(outcome).toMatchObject({ stop: 'no-code', answer: 'r1', answers: ['r1', 'r1'] });
      expect(calls).toEqual(['solver 0', 'debugger 1', 'debugger 1']);
    });

    it('has a model play the person, and shows the next round what that said', async () => {
      await played(
        engine,
        {
          programs,
          config: refining({ feedback: 'human' }),
          script: { solver: [half], human: ['The second case is off.'], debugger: [right] },
        },
        async (run) => {
          expect(await outcomeOf(run)).toMatchObject({
            rounds: [{ feedback: { source: 'human', neutral: false } }, { feedback: null }],
          });
          expect(callsOf(run)).toEqual(['solver 0', 'human 0', 'debugger 1']);
          expect(shown(run, 2)).toContain('The second case is off.');
        },
      );
    });

    it('counts the tokens of feedback by a model to the round and to its budget', async () => {
      const usage = (promptTokens: number, completionTokens: number) => ({
        usage: { promptTokens, completionTokens },
      });
      const { outcome, calls } = await play({
        config: refining({ feedback: 'human', tokenBudget: 120 }),
        script: {
          solver: [{ text: half, ...usage(100, 10) }],
          human: [{ text: 'The second case is off.', ...usage(7, 5) }],
        },
      });
      expect(outcome.rounds.map(({ tokens }) => tokens)).toEqual([122]);
      // 110 tokens are less than the budget, and 122 are more.
      expect(outcome.stop).toBe('budget');
      expect(calls).toEqual(['solver 0', 'human 0']);
    });

    it('comes to the same where its history is begun anew all the time', async () => {
      const script = { solver: [half], debugger: [other, right] };
      const whole = await play({ script });
      const spec = { programs, config: refining(), script, timing: { maxHistory: 1 } };
      await played(engine, spec, async (run) => {
        expect(await outcomeOf(run)).toEqual(whole.outcome);
        expect(callsOf(run)).toEqual(whole.calls);
        expect(await historiesOf(run, run.attemptId())).toBeGreaterThan(3);
      });
    });
  });

  describe('with a person in it', () => {
    const script = { solver: [half], debugger: [other, right] };

    it('waits for their words, says so, and goes on with them', async () => {
      const outcome = await steered({ script }, async (run) => {
        await untilAsked(run, 1);
        await eventually('people can read that it waits', async () =>
          ((await run.attempt()).waiting ?? '').includes('a person is to say something of r1'),
        );
        await tell(run, { kind: 'feedback', text: 'use a table' });
        await untilAsked(run, 2);
        expect(shown(run, 1)).toContain('use a table');
        await tell(run, { kind: 'feedback', text: 'now sort it', round: 'r2' });
        await run.end();
        expect((await run.attempt()).waiting).toBeNull();
      });
      expect(outcome).toMatchObject({ stop: 'passed', steered: true });
      expect(Object.keys(outcome.said ?? {})).toEqual(['r1', 'r2']);
    });

    it('hears what is said while a round is being made when it is, from the first who said it', async () => {
      const held = heldReply(other);
      const spec = {
        config: refining(),
        script: { solver: [half], debugger: [held.reply, right] },
      };
      const outcome = await steered(spec, async (run) => {
        await held.reached;
        const answers = ['use a table', 'no, a list'].map((text) =>
          answerTo(run, { kind: 'feedback', text }),
        );
        await eventually('both are on their way', async () => {
          const { events } = await engine.client.workflow.getHandle(run.attemptId()).fetchHistory();
          const taken = events?.filter(
            (event) => event.workflowExecutionUpdateAcceptedEventAttributes,
          );
          return taken?.length === 2;
        });
        held.release();
        expect([...(await Promise.all(answers))].sort()).toEqual([
          'refused: somebody has answered already',
          'taken',
        ]);
        await run.end();
        expect(shown(run, 2)).toMatch(/use a table|no, a list/u);
      });
      expect(outcome.said).toMatchObject({ r2: [{ source: 'person' }] });
    });

    it('goes on after words that wait for a round which is retried, also where its history ends then', async () => {
      const held = heldReply(other);
      const outcome = await steered(
        {
          config: refining(),
          timing: { maxHistory: 1 },
          script: { solver: [half, programReply('bad')], debugger: [held.reply, right] },
        },
        async (run) => {
          await held.reached;
          const said = tell(run, { kind: 'feedback', text: 'use a table' });
          await eventually('it is on its way', async () => {
            const { events } = await engine.client.workflow
              .getHandle(run.attemptId())
              .fetchHistory();
            return (
              events?.some((event) => event.workflowExecutionUpdateAcceptedEventAttributes) === true
            );
          });
          await tell(run, { kind: 'retry', round: 'r1' });
          await said;
        },
      );
      expect(brief(outcome)).toEqual([
        ...['r1<none wrong-output', 'r2<none exception', 'r3<r2 passed'],
      ]);
      expect(outcome.said).toMatchObject({ r2: [{ source: 'person' }] });
    });

    it.each([
      ['approve', 'approved'],
      ['stop', 'stopped'],
    ] as const)('ends what is being made when they %s', async (kind, stop) => {
      const held = heldReply(other);
      const spec = { config: refining(), script: { solver: [half], debugger: [held.reply] } };
      const outcome = await steered(spec, async (run) => {
        await held.reached;
        await tell(run, { kind });
        await eventually('the call is given up', () => run.model.calls.at(-1)?.aborted === true);
      });
      expect(outcome).toMatchObject({ stop, answer: 'r1', branch: ['r1'], steered: true });
    });

    it('goes on from a retried round, ending what is being made; its later rounds stay as a branch', async () => {
      const held = heldReply(right);
      const spec = {
        config: refining(),
        script: { solver: [half], debugger: [other, held.reply, programReply('bad'), right] },
      };
      const outcome = await steered(spec, async (run) => {
        await held.reached;
        await tell(run, { kind: 'retry', round: 'r2' });
        await eventually('the call is given up', () => run.model.calls[2]?.aborted === true);
      });
      expect(brief(outcome)).toEqual([
        'r1<none wrong-output',
        'r2<r1 wrong-output',
        'r3<r1 exception',
        'r4<r3 passed',
      ]);
      expect(outcome).toMatchObject({ branch: ['r1', 'r3', 'r4'], answer: 'r4' });
    });

    it('takes no round that is made while a retry is just being written', async () => {
      const held = heldReply(right);
      const asked = deferred();
      const written = deferred();
      const storeForActivities = (store: Store): Store => ({
        ...store,
        dialogues: {
          ...store.dialogues,
          addEvent: async (key, place, event) => {
            if (event.kind === 'retried-from') {
              asked.resolve();
              await written.promise;
            }
            await store.dialogues.addEvent(key, place, event);
          },
        },
      });
      const outcome = await steered(
        {
          config: refining(),
          storeForActivities,
          script: { solver: [half, other], debugger: [held.reply, right] },
        },
        async (run) => {
          await held.reached;
          const told = tell(run, { kind: 'retry', round: 'r1' });
          await asked.promise;
          held.release();
          const child = engine.client.workflow.getHandle(`${run.attemptId()}/r2`);
          await child.result();
          written.resolve();
          await told;
        },
      );
      expect(brief(outcome)).toEqual([
        ...['r1<none wrong-output', 'r2<none wrong-output', 'r3<r2 passed'],
      ]);
    });

    it('stays paused when its history ends meanwhile', async () => {
      const spec = { timing: { maxHistory: 1 }, script: { solver: [half], debugger: [right] } };
      const outcome = await steered(spec, async (run) => {
        const handle = engine.client.workflow.getHandle(run.attemptId());
        await untilAsked(run, 1);
        // A pause before its reminder is set would keep it from the end of its history.
        await untilAtRest(run, run.attemptId());
        const { runId } = await handle.describe();
        await tell(run, { kind: 'pause', reason: 'let me think' });
        await tell(run, { kind: 'feedback', text: 'use a table' });
        await eventually(
          'its next history begins',
          async () => (await handle.describe()).runId !== runId,
        );
        await untilAtRest(run, run.attemptId());
        expect((await view(run)).paused).toBe('let me think');
        expect(run.model.calls).toHaveLength(1);
        await tell(run, { kind: 'resume' });
      });
      expect(outcome.stop).toBe('passed');
    });

    it('refuses what cannot be, saying why', async () => {
      await steered({ script: { solver: [half] } }, async (run) => {
        await untilAsked(run, 1);
        expect([
          await answerTo(run, { kind: 'feedback', text: ' ' }),
          await answerTo(run, { kind: 'feedback', text: 'x'.repeat(20_001) }),
          await answerTo(run, { kind: 'feedback', text: 'well', round: 'r7' }),
          await answerTo(run, { kind: 'retry', round: 'r7' }),
          await answerTo(run, { kind: 'pause', reason: '' }),
        ]).toEqual([
          'refused: the feedback is empty',
          'refused: the feedback is longer than 20000 characters',
          'refused: the newest round is r1, no longer r7',
          'refused: no round r7 stands in it',
          'refused: a pause needs a reason',
        ]);
        await tell(run, { kind: 'approve' });
      });
    });
  });

  describe('with a person who does not come', () => {
    const soon = refining({
      feedback: 'person',
      patience: { remindEveryMs: 300, expireAfterMs: 1_000 },
    });
    const script = { solver: [half], human: ['Mind the second case.'], debugger: [right] };

    it('has the simulated one answer at the expiry, also when no reminder is due by then', async () => {
      const patience = { remindEveryMs: 3_600_000, expireAfterMs: 200 };
      const config = refining({ feedback: 'person', patience });
      await played(engine, { programs, config, script }, async (run) => {
        expect(callsOf(run)).toEqual(['solver 0', 'human 0', 'debugger 1']);
        expect((await outcomeOf(run)).stop).toBe('passed');
      });
    });

    it('hears one who comes while the simulated one is being asked, and does not wait for that one', async () => {
      const held = heldReply('Mind the second case.');
      const spec = { config: soon, script: { ...script, human: [held.reply] } };
      const outcome = await steered(spec, async (run) => {
        await held.reached;
        await tell(run, { kind: 'feedback', text: 'here I am' });
        await run.end();
        expect(shown(run, 2)).toContain('here I am');
        await eventually('the call is given up', () => run.model.calls[1]?.aborted === true);
      });
      expect(outcome).toMatchObject({ stop: 'passed', steered: true, otherCalls: [] });
      expect(outcome.said).toMatchObject({ r1: [{ source: 'person' }] });
    });

    it('hears one who comes while they are being reminded', async () => {
      const asked = deferred();
      const written = deferred();
      const storeForActivities = (store: Store): Store => ({
        ...store,
        runs: {
          ...store.runs,
          setWaiting: async (key, why) => {
            if (why !== null) {
              asked.resolve();
              await written.promise;
            }
            await store.runs.setWaiting(key, why);
          },
        },
      });
      const outcome = await steered(
        { storeForActivities, script: { solver: [half], debugger: [right] } },
        async (run) => {
          await asked.promise;
          await tell(run, { kind: 'feedback', text: 'here I am' });
          written.resolve();
          await run.end();
          expect((await run.attempt()).waiting).toBeNull();
        },
      );
      expect(outcome).toMatchObject({ stop: 'passed' });
    });
  });

  describe('that is broken off', () => {
    it('keeps what was found when it is cancelled', async () => {
      const held = heldReply(right);
      const spec = {
        programs,
        config: refining(),
        script: { solver: [half], debugger: [held.reply] },
      };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await held.reached;
        await cancelWork(engine.client, run.id);
        await run.end().catch(() => undefined);
        expect(await run.attempt()).toMatchObject({ status: 'cancelled' });
        expect(await outcomeOf(run)).toMatchObject({ stop: null, answer: 'r1', branch: ['r1'] });
      });
    });

    it('is cancelled while it waits for a person', async () => {
      const spec = { programs, config: refining(byPerson), script: { solver: [half] } };
      await withRun(engine, spec, async (run) => {
        await run.start();
        await untilAsked(run, 1);
        await cancelWork(engine.client, run.id);
        await run.end().catch(() => undefined);
        expect(await run.attempt()).toMatchObject({ status: 'cancelled' });
      });
    });

    it('goes on from its events in another engine, and asks nothing twice', async () => {
      const id = 'refined-elsewhere';
      const config = refining({ rounds: 6 });
      const store = await openStore({ path: join(engine.root, `${id}.sqlite`) });
      const second = await startTestEngine();
      try {
        const held = heldReply(right);
        const script = { solver: [half], debugger: [other, other, held.reply] };
        await withRun(engine, { programs, config, script, store, id }, async (run) => {
          await run.start();
          await until(run, ({ rounds }) => rounds.length === 2);
          await tell(run, { kind: 'retry', round: 'r2' });
          await held.reached;
          await terminate(run);
        });
        const events = await store.dialogues.events({ run: id, problem: 'P/0', sample: 0 });
        const rest = { programs, config, script: { debugger: [right] }, store, id };
        await withRun(second, rest, async (run) => {
          await run.start();
          await run.end();
          expect(callsOf(run)).toHaveLength(1);
          const after = await store.dialogues.events({ run: id, problem: 'P/0', sample: 0 });
          expect(after.slice(0, events.length)).toEqual(events);
          expect(await outcomeOf(run)).toMatchObject({ stop: 'passed', steered: true });
        });
      } finally {
        await store.close();
        await second.close();
      }
    });

    it('waits for its person again where it had waited, and has not asked the model again', async () => {
      const id = 'waits-elsewhere';
      const store = await openStore({ path: join(engine.root, `${id}.sqlite`) });
      try {
        const config = refining(byPerson);
        const spec = { programs, config, script: { solver: [half], debugger: [right] }, store, id };
        await withRun(engine, spec, async (run) => {
          await run.start();
          await untilAsked(run, 1);
        });
        await withRun(engine, spec, async (run) => {
          await run.start();
          await eventually('it takes words again', async () => {
            return (await answerTo(run, { kind: 'feedback', text: 'use a table' })) === 'taken';
          });
          await run.end();
          expect(callsOf(run)).toEqual(['debugger 1']);
          expect(await outcomeOf(run)).toMatchObject({ stop: 'passed', answer: 'r2' });
        });
      } finally {
        await store.close();
      }
    });
  });
});
