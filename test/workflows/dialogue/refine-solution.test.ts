import { failure, nextInput, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import { startDialogue } from '../../../core/refinement/dialogue-state';
import type { DialogueState } from '../../../core/refinement/dialogue-state';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import { refineSolution } from '../../../workflows/dialogue/refine-solution';
import type { RefineSolutionInput } from '../../../workflows/dialogue/refine-solution';
import {
  block,
  eventsOf,
  message,
  noCode,
  ofChat,
  ofProblem,
  played,
  programOf,
  ran,
  right,
  told,
  unjudged,
  wrong,
} from '../../core/refinement/dialogue-player';
import type { Move, Reply } from '../../core/refinement/dialogue-player';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'P/0', sample: 0 };
const person = ofProblem({ feedback: 'person' });
const patient = ofProblem({
  feedback: 'person',
  patience: { remindEveryMs: 60_000, expireAfterMs: 150_000 },
});

interface Given {
  readonly state?: DialogueState;
  readonly input?: Partial<RefineSolutionInput>;
  readonly timing?: Parameters<typeof workSetting>[0];
  readonly waited?: readonly number[];
  /** What stands at the place of an event already. */
  readonly elsewhere?: (event: DialogueEvent) => readonly DialogueEvent[] | null;
  readonly block?: Promise<unknown>;
}

/** A dialogue whose rounds are made when the test says so. */
async function dialogue({ state = startDialogue(ofProblem()), ...given }: Given = {}) {
  const events: DialogueEvent[] = [];
  const rounds = new Map<string, (end: unknown) => void>();
  const outcomes: unknown[] = [];
  const ungraded: unknown[] = [];
  const waited = [...(given.waited ?? [0])];
  const world = new WorkflowWorld({
    cancelsChildren: true,
    activities: {
      beginDialogue: () => ({ finished: null, state }),
      recordEvent: ({ event }: { event: DialogueEvent }) => {
        const others = given.elsewhere?.(event) ?? null;
        if (others === null) events.push(event);
        return others;
      },
      storeText: ({ text }: { text: string }) => ({ sha256: text.padEnd(64, '0'), excerpt: text }),
      remindPerson: () => waited.shift() ?? 0,
      giveFeedback: () => ({ feedback: told('human'), calls: [], tokens: 3 }),
      executeBlock: () => given.block ?? block(),
      finishDialogue: ({ outcome }: { outcome: unknown }) => {
        outcomes.push(outcome);
        return { status: 'completed', solved: true };
      },
      recordUngraded: (record: unknown) => {
        ungraded.push(record);
        return { status: 'unscored', solved: false };
      },
    },
    child: (id) =>
      new Promise((resolve, reject) => {
        rounds.set(id, (end) => {
          if (end instanceof Error) reject(end);
          else resolve(end);
        });
      }),
  });
  const ended: unknown[] = [];
  const input = { setting: workSetting(given.timing), attempt, position: 4, paused: null };
  refineSolution({ ...input, ...given.input }).then(
    (summary) => ended.push(summary),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  const now = () => (world.query('transcript') as { state: DialogueState }).state;
  const make = async (move: Reply | Error): Promise<void> => {
    const id = (world.query('transcript') as { inFlight: string | null }).inFlight ?? '';
    const end = move instanceof Error ? move : nextOf(now(), move);
    rounds.get(`w/${id}`)?.(end);
    await world.settle();
  };
  const kinds = () => events.map(({ kind }) => kind);
  return { world, events, kinds, make, now, ended, outcomes, ungraded };
}

function nextOf(state: DialogueState, move: Move): unknown {
  const { rules } = state;
  const reply = move as Reply;
  const step = state.rounds.length + 1;
  const [first] = eventsOf(
    rules.of === 'chat' ? ofChat : ofProblem(),
    rules.of === 'chat' ? [message('m'), reply] : [reply],
  ).slice(-1);
  if (first?.kind !== 'round-made') throw new Error('no round');
  const parent = state.rounds.at(-1)?.id ?? null;
  return { ...first.round, id: `r${String(step)}`, ordinal: step - 1, number: step, parent };
}

describe('a dialogue about a problem', () => {
  it('makes rounds until one passes, and is graded', async () => {
    const { world, kinds, make, ended, outcomes } = await dialogue();
    expect(world.children).toMatchObject([
      { id: 'w/r1', args: [{ attempt, rules: ofProblem(), round: { id: 'r1' }, paused: null }] },
    ]);
    await make(wrong('a'));
    await make(right('b'));
    expect(kinds()).toEqual(['round-made', 'round-made']);
    expect(ended).toEqual([{ status: 'completed', solved: true }]);
    expect(outcomes).toMatchObject([{ kind: 'dialogue', rounds: [{ id: 'r1' }, { id: 'r2' }] }]);
    expect(world.phases).toEqual(['grading']);
  });

  it('tells the round under way of a pause, and begins no other meanwhile', async () => {
    const { world, make } = await dialogue();
    await world.update('pause', 'night');
    expect(world.signals).toEqual([{ to: 'w/r1', name: 'pause-signal', args: ['night'] }]);
    await make(wrong('a'));
    expect(world.children).toHaveLength(1);
    await world.update('resume');
    expect(world.children).toHaveLength(2);
    expect(world.phases).toEqual(['paused', 'refining']);
  });

  it('is recorded with what there is of it when it is cancelled, or a round cannot be made', async () => {
    const cancelled = await dialogue();
    await cancelled.make(wrong('a'));
    await cancelled.world.cancel();
    expect(cancelled.ungraded).toMatchObject([
      {
        ...{ attempt, position: 4, status: 'cancelled', cause: null },
        outcome: { rounds: [{ id: 'r1' }] },
      },
    ]);
    expect(cancelled.ended).toMatchObject([{ cause: { name: 'CancelledFailure' } }]);
    const broken = await dialogue();
    await broken.make(failure(failureTypes.terminal));
    expect(broken.ungraded).toMatchObject([{ status: 'unscored', cause: 'so' }]);
    expect(broken.ended).toEqual([{ status: 'unscored', solved: false }]);
  });

  it('is begun again, once, where the store lacks what it knows', async () => {
    const lost = failure(failureTypes['begins-anew']);
    const first = await dialogue();
    await first.make(lost);
    expect(nextInput(first.ended[0])).toEqual({
      ...{ setting: workSetting(), attempt, position: 4, paused: null },
      ...{ outlives: false, begunAnew: true },
    });
    const again = await dialogue({ input: { begunAnew: true } });
    await again.make(lost);
    expect(again.ungraded).toMatchObject([{ status: 'unscored', cause: 'so' }]);
  });

  it('goes on in its next history between two rounds', async () => {
    const { world, make, now, ended } = await dialogue({ timing: { timing: { maxHistory: 50 } } });
    world.historyIs({ historyLength: 50 });
    await make(wrong('a'));
    expect(nextInput(ended[0])).toMatchObject({
      carried: { rounds: [{ id: 'r1' }] },
      paused: null,
    });
    const next = await dialogue({ input: { carried: now() } });
    expect(next.world.asked).toEqual([]);
    expect(next.world.children).toMatchObject([{ id: 'w/r2' }]);
  });

  it('continues from what another workflow has recorded meanwhile', async () => {
    const others = eventsOf(ofProblem(), [wrong('x')]);
    const { now, make, kinds } = await dialogue({ elsewhere: () => others });
    await make(wrong('a'));
    expect(kinds()).toEqual([]);
    expect(now().rounds.map(({ program }) => program)).toEqual([programOf('x')]);
  });
});

describe('a person who is asked about a program', () => {
  const waiting = played(person, unjudged('a'));

  it('is waited for, however long, and what they say is recorded', async () => {
    const { world, events } = await dialogue({ state: waiting });
    expect([world.waits, world.phases]).toEqual([[], ['waiting']]);
    await world.update('give-feedback', { text: 'mind the empty list' });
    const feedback = {
      ...{ source: 'person', refused: [], neutral: false },
      text: { sha256: 'mind the empty list'.padEnd(64, '0'), excerpt: 'mind the empty list' },
    };
    expect(events).toEqual([{ kind: 'feedback-given', round: 'r1', feedback, calls: [] }]);
    expect(world.phases).toEqual(['waiting', 'refining']);
    expect(world.children).toMatchObject([{ id: 'w/r2' }]);
  });

  it('may say no more than there is room for, and not nothing', async () => {
    const { world, kinds } = await dialogue({ state: waiting });
    const say = (text: string) => world.update('give-feedback', { text });
    await expect(say(' \n')).rejects.toThrow('the feedback is empty');
    await expect(say('x'.repeat(20_001))).rejects.toThrow('longer than 20000 characters');
    await expect(world.update('give-feedback', { text: 'so', round: 'r9' })).rejects.toThrow(
      'the newest round is r1',
    );
    expect(kinds()).toEqual([]);
    await say('x'.repeat(20_000));
    expect(kinds()).toEqual(['feedback-given']);
  });

  it('is reminded, and answered for when they say nothing for too long', async () => {
    const { world, events } = await dialogue({
      state: played(patient, unjudged('a')),
      waited: [0, 60_001, 120_002, 150_000],
    });
    const waits: (readonly number[])[] = [];
    for (let at = 0; at < 9 && world.waits.length > 0; at += 1) {
      waits.push(world.waits);
      await world.fire();
    }
    expect(waits).toEqual([[60_001], [60_001], [29_999]]);
    expect(events).toEqual([
      { kind: 'feedback-given', round: 'r1', feedback: told('human'), calls: [], tokens: 3 },
    ]);
    const asked = world.asked.filter(({ name }) => name === 'giveFeedback');
    expect(asked).toMatchObject([
      {
        args: [
          {
            ...{ attempt, program: programOf('a'), source: 'human' },
            round: { id: 'r1', ordinal: 0, parent: null, number: 1, last: false, runsCode: true },
          },
        ],
      },
    ]);
    expect(world.asked.find(({ name }) => name === 'remindPerson')?.args).toEqual([
      { attempt, patience: patient.patience },
    ]);
  });

  it('who answers in time is not answered for', async () => {
    const { world, events } = await dialogue({ state: played(patient, unjudged('a')) });
    await world.update('give-feedback', { text: 'so' });
    expect(world.waits).toEqual([]);
    expect(events).toMatchObject([{ feedback: { source: 'person' } }]);
  });

  it('may approve a program, which ends the dialogue, or stop it', async () => {
    for (const [update, kind] of [
      ['approve', 'approved'],
      ['stop', 'stopped'],
    ] as const) {
      const { world, kinds, ended } = await dialogue({ state: waiting });
      await world.update(update);
      expect([kinds(), ended]).toEqual([[kind], [{ status: 'completed', solved: true }]]);
      await expect(world.update(update)).rejects.toThrow('the dialogue has ended');
    }
  });

  it('may let an earlier round be made again, and no other', async () => {
    const { world, events } = await dialogue({ state: waiting });
    await expect(world.update('retry-from', 'r7')).rejects.toThrow('no round r7');
    await world.update('retry-from', 'r1');
    expect(events).toEqual([{ kind: 'retried-from', round: 'r1' }]);
  });

  it('may speak of a round that is being made: it is heard when that is there', async () => {
    const { world, events, make } = await dialogue({ state: startDialogue(person) });
    const heard = world.update('give-feedback', { text: 'hurry' });
    await world.settle();
    expect(events).toEqual([]);
    await make(unjudged('a'));
    await heard;
    expect(events).toMatchObject([
      { kind: 'round-made' },
      { kind: 'feedback-given', round: 'r1', feedback: { text: { excerpt: 'hurry' } } },
    ]);
  });

  it('is told who was faster, when two speak of the round that is being made', async () => {
    const { world, make } = await dialogue({ state: startDialogue(person) });
    const both = ['one', 'other'].map((text) => world.update('give-feedback', { text }));
    const ends = Promise.allSettled(both);
    await world.settle();
    await make(unjudged('a'));
    expect(await ends).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'somebody has answered already' } },
    ]);
  });

  it('gives up the round that is being made by stopping', async () => {
    const { world, kinds, ended } = await dialogue({ state: startDialogue(person) });
    await world.update('stop');
    expect([kinds(), ended]).toEqual([['stopped'], [{ status: 'completed', solved: true }]]);
  });

  it('is told to look again where the dialogue went on elsewhere', async () => {
    const { world } = await dialogue({
      state: waiting,
      elsewhere: () => [{ kind: 'stopped' }],
    });
    await expect(world.update('give-feedback', { text: 'so' })).rejects.toThrow(
      'the dialogue has gone on elsewhere meanwhile',
    );
  });
});

describe('a chat', () => {
  const alone = { alone: true };
  const idle = played(ofChat, message('one'), noCode);

  it('answers a message, and waits for the next', async () => {
    const { world, kinds, make, ended } = await dialogue({ state: idle, input: alone });
    await world.update('give-message', { text: { sha256: 'm', excerpt: 'm' }, files: [] });
    expect(world.children).toHaveLength(1);
    await make(noCode);
    expect([kinds(), ended]).toEqual([['message-given', 'round-made'], []]);
  });

  it('ends its turn with what failed, and goes on', async () => {
    const { events, make, ended, world } = await dialogue({
      state: played(ofChat, message('one')),
      input: alone,
    });
    await make(failure(failureTypes.terminal));
    expect(events).toEqual([{ kind: 'turn-ended', cause: 'so' }]);
    expect([ended, world.signals]).toEqual([[], []]);
  });

  it('runs a block of its person behind what was said, one at a time', async () => {
    let finish: (end: unknown) => void = () => undefined;
    const running = new Promise((resolve) => {
      finish = resolve;
    });
    const { world, events } = await dialogue({ state: idle, input: alone, block: running });
    await expect(world.update('run-block', '')).rejects.toThrow('there is no block');
    const run = world.update('run-block', programOf('b'));
    await world.settle();
    await expect(world.update('run-block', programOf('c'))).rejects.toThrow('a block is being run');
    await expect(world.update('choose-model', 'other')).rejects.toThrow('a block is being run');
    finish(block());
    await world.settle();
    await run;
    expect(world.asked.at(-2)).toEqual({
      name: 'executeBlock',
      args: [{ attempt, id: `b${String(idle.events)}`, program: programOf('b') }],
    });
    expect(events).toMatchObject([{ kind: 'block-run', id: `b${String(idle.events)}` }]);
  });

  it.each(['end-turn', 'stop'])('gives up the block of its person on %s', async (update) => {
    const never = new Promise(() => undefined);
    const { world, kinds } = await dialogue({ state: idle, input: alone, block: never });
    const run = expect(world.update('run-block', programOf('b'))).rejects.toThrow(
      'the block was given up',
    );
    await world.settle();
    await world.update(update);
    await run;
    expect(kinds()).toEqual(update === 'stop' ? ['stopped'] : []);
  });

  it('ends a turn that is under way, and no other', async () => {
    const busy = await dialogue({ state: played(ofChat, message('one')), input: alone });
    await busy.world.update('end-turn');
    expect(busy.kinds()).toEqual(['turn-ended']);
    await expect(busy.world.update('end-turn')).rejects.toThrow('no turn is under way');
  });

  it('takes back what its sender has seen, and nothing newer', async () => {
    const state = played(ofChat, message('one'), ran('a'), noCode);
    const { world, events } = await dialogue({ state, input: alone });
    for (const seen of [0, 2]) {
      const undone = world.update('undo-turn', seen);
      await expect(undone).rejects.toThrow('something was said meanwhile');
    }
    await world.update('undo-turn', 1);
    await world.update('choose-model', 'other');
    expect(events).toEqual([{ kind: 'turn-undone' }, { kind: 'model-chosen', model: 'other' }]);
  });
});
