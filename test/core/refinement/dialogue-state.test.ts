import type { DialogueRules } from '../../../core/refinement/dialogue-rules';
import {
  applyEvent,
  foldDialogue,
  standingRounds,
  startDialogue,
  toldOf,
} from '../../../core/refinement/dialogue-state';
import type { DialogueState } from '../../../core/refinement/dialogue-state';
import { nextStep } from '../../../core/refinement/next-step';
import { dialogueOutcome } from '../../../core/kinds/dialogue/outcome';
import { refusal } from '../../../core/refinement/steering';
import { DialogueEvent } from '../../../core/schemas/dialogue';
import { DialogueOutcome } from '../../../core/kinds/dialogue/schema';
import { SeededRandom } from '../search/seeded-random';
import {
  eventsOf,
  made,
  message,
  noCode,
  ofChat,
  ofProblem,
  ownBlock,
  played,
  ran,
  retryFrom,
  right,
  told,
  unjudged,
  words,
  wrong,
} from './dialogue-player';

const ids = (state: DialogueState): readonly string[] => standingRounds(state).map(({ id }) => id);

describe('the state of a dialogue', () => {
  it('counts its events: the place of the next one', () => {
    expect(startDialogue(ofProblem()).events).toBe(0);
    expect(played(ofProblem(), wrong('a'), words('r1'), { kind: 'stopped' }).events).toBe(3);
  });

  it('keeps what was cut off by a retry as a branch, and goes on in another', () => {
    const state = played(
      ofProblem(),
      wrong('a'),
      wrong('b'),
      wrong('c'),
      retryFrom('r2'),
      right('d'),
    );
    expect(state.rounds.map(({ id, parent }) => [id, parent])).toEqual([
      ['r1', null],
      ['r2', 'r1'],
      ['r3', 'r2'],
      ['r4', 'r1'],
    ]);
    expect(ids(state)).toEqual(['r1', 'r4']);
  });

  it('tells of a round what was said with it and then what people said of it', () => {
    const state = played(ofProblem(), wrong('a'), words('r1'));
    const [round] = standingRounds(state);
    if (round === undefined) throw new Error('no round stands');
    expect(toldOf(state, round).map(({ source }) => source)).toEqual(['execution', 'person']);
  });

  it('keeps the calls of whoever answered in a person’s place', () => {
    const call = { role: 'human', identity: 'a'.repeat(64), repair: false } as const;
    const answer = { kind: 'feedback-given', round: 'r1', feedback: told('human') } as const;
    const state = played(ofProblem(), unjudged('a'), { ...answer, calls: [call] });
    expect(state.otherCalls).toEqual([call]);
    expect(state.steered).toBe(false);
  });

  it('is steered by a person’s words, retries, approval and stop', () => {
    const steered = [
      words('r1'),
      retryFrom('r1'),
      { kind: 'approved' },
      { kind: 'stopped' },
    ] as const;
    for (const event of steered) {
      expect(played(ofProblem(), unjudged('a'), event).steered).toBe(true);
    }
    expect(played(ofProblem(), wrong('a'), right('b')).steered).toBe(false);
    expect(played(ofChat, message('hello'), noCode).steered).toBe(false);
  });

  it('keeps a person’s own blocks at their place among turns and rounds', () => {
    const state = played(
      ofChat,
      ...[ownBlock('b0'), message('one'), ran('a'), noCode, ownBlock('b4')],
      ...[message('two'), noCode, ownBlock('b7')],
    );
    expect(state.ownBlocks.map(({ id, turn, afterRound }) => [id, turn, afterRound])).toEqual([
      ['b0', 0, null],
      ['b4', 1, 'r2'],
      ['b7', 2, 'r3'],
    ]);
  });

  it('takes back the blocks that were run behind what is undone or retried, and no others', () => {
    const moves = [
      ...[ownBlock('b0'), message('one'), ran('a'), noCode, ownBlock('b4')],
      ...[message('two'), noCode, ownBlock('b7')],
    ];
    const blocks = (event: DialogueEvent) =>
      played(ofChat, ...moves, event).ownBlocks.map(({ id }) => id);
    expect(blocks({ kind: 'turn-undone' })).toEqual(['b0', 'b4']);
    expect(blocks(retryFrom('r3'))).toEqual(['b0', 'b4']);
    expect(blocks(retryFrom('r2'))).toEqual(['b0']);
  });

  it('opens a turn that was given up when one of its rounds is retried', () => {
    const moves = [message('one'), ran('a'), { kind: 'turn-ended' } as const, retryFrom('r1')];
    expect(played(ofChat, ...moves).turns).toMatchObject([{ rounds: [], ended: false }]);
  });

  it('knows the model that was chosen last', () => {
    const chosen = (model: string) => ({ kind: 'model-chosen', model }) as const;
    expect(played(ofChat).model).toBeNull();
    expect(played(ofChat, chosen('one'), chosen('two')).model).toBe('two');
  });

  it.each([ofProblem({ rounds: 6, feedback: 'person' }), ofProblem({ rounds: 6 }), ofChat])(
    'is the same from any place in its events on, and what it keeps is what its schemas take: %j',
    (rules) => {
      const random = new SeededRandom(7);
      for (let trial = 0; trial < 150; trial += 1) {
        const events = randomEvents(rules, random);
        const whole = foldDialogue(rules, events);
        const cut = random.int(events.length + 1);
        // Stored or carried between, so through JSON.
        const carried = JSON.parse(
          JSON.stringify(foldDialogue(rules, events.slice(0, cut))),
        ) as DialogueState;
        expect(events.slice(cut).reduce(applyEvent, carried)).toEqual(whole);
        expect(whole.events).toBe(events.length);
        expectSound(whole);
        for (const event of events) expect(DialogueEvent.parse(event)).toEqual(event);
      }
    },
  );
});

/** What a dialogue may come to: whatever people do that is not refused, and replies of every sort. */
function randomEvents(rules: DialogueRules, random: SeededRandom): readonly DialogueEvent[] {
  const replies =
    rules.of === 'chat'
      ? [noCode, ran('a'), ran('b', 'raised'), ran('c', 'lost'), { reply: 'a' }]
      : [wrong('a'), wrong('b'), unjudged('c'), wrong('d'), unjudged('e'), right('f'), noCode];
  let state = startDialogue(rules);
  const events: DialogueEvent[] = [];
  const most = random.int(25);
  for (let tries = 0; tries < 200 && events.length < most; tries += 1) {
    const step = nextStep(state);
    if (step.kind === 'finish') break;
    const event =
      step.kind === 'make-round' && random.chance(0.7)
        ? made(state, random.pick(replies))
        : personEvent(state, random);
    if (event === null) continue;
    events.push(event);
    state = applyEvent(state, event);
  }
  return events;
}

function personEvent(state: DialogueState, random: SeededRandom): DialogueEvent | null {
  const round = `r${String(1 + random.int(state.rounds.length + 1))}`;
  const ends: readonly DialogueEvent[] = [{ kind: 'approved' }, { kind: 'stopped' }];
  const event = random.pick<DialogueEvent>([
    message('say'),
    words(round),
    retryFrom(round),
    ownBlock(`b${String(state.events)}`),
    { kind: 'turn-ended' },
    { kind: 'turn-undone' },
    { kind: 'model-chosen', model: 'other' },
    ...(random.chance(0.1) ? ends : []),
  ]);
  if (event.kind === 'round-made') return null;
  return refusal(state, event) === null ? event : null;
}

/** Standing rounds are a chain of parents, numbered from 1; ordinals are places; the record is one. */
function expectSound(state: DialogueState): void {
  const standing = standingRounds(state);
  expect(standing.map(({ number }) => number)).toEqual(standing.map((_, index) => index + 1));
  expect(standing.map(({ parent }) => parent)).toEqual([
    ...[null, ...ids(state)].slice(0, standing.length),
  ]);
  expect(state.rounds.map(({ ordinal }) => ordinal)).toEqual(state.rounds.map((_, index) => index));
  const blocks = new Set(state.ownBlocks.map(({ afterRound }) => afterRound));
  expect([null, ...ids(state)]).toEqual(expect.arrayContaining([...blocks]));
  const outcome = dialogueOutcome(state);
  expect(DialogueOutcome.parse(outcome)).toEqual(outcome);
}

describe('the events of a dialogue', () => {
  it('are the same when they are made again', () => {
    const moves = [wrong('a'), words('r1'), wrong('b'), retryFrom('r2'), right('c')];
    expect(eventsOf(ofProblem(), moves)).toEqual(eventsOf(ofProblem(), moves));
  });
});
