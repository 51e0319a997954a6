import { isBusy, nextStep, turnStop } from '../../../core/refinement/next-step';
import {
  block,
  message,
  noCode,
  ofChat,
  ofProblem,
  played,
  ran,
  retryFrom,
  right,
  tested,
  told,
  unjudged,
  words,
  wrong,
} from './dialogue-player';
import type { Move, ProblemRules } from './dialogue-player';

const patience = { remindEveryMs: 1, expireAfterMs: 5 };
const next = (rules: Partial<ProblemRules>, ...moves: readonly Move[]) =>
  nextStep(played(ofProblem(rules), ...moves));
const finish = (stop: string) => ({ kind: 'finish', stop });

describe('a dialogue about a problem', () => {
  it('begins with a first round', () => {
    const place = { id: 'r1', ordinal: 0, parent: null, number: 1, after: 0, tokensLeft: null };
    const round = { ...place, last: false, runsCode: true };
    expect(next({})).toEqual({ kind: 'make-round', round });
  });

  it('goes on behind a round that failed', () => {
    expect(next({}, wrong('a'))).toMatchObject({
      kind: 'make-round',
      round: { id: 'r2', ordinal: 1, parent: 'r1', number: 2, last: false },
    });
  });

  it('says of the round that nothing comes after that it is the last', () => {
    expect(next({ rounds: 1 })).toMatchObject({ round: { last: true } });
    expect(next({ rounds: 2 }, wrong('a'))).toMatchObject({ round: { number: 2, last: true } });
  });

  it('stops `passed` when all tests pass', () => {
    expect(next({}, right('a'))).toEqual(finish('passed'));
  });

  it('stops `no-error` when there are no tests and the program loads', () => {
    expect(next({}, { reply: 'a', execution: tested('loads') })).toEqual(finish('no-error'));
  });

  it('stops `no-code` at a reply without a program', () => {
    expect(next({}, wrong('a'), noCode)).toEqual(finish('no-code'));
  });

  it('stops `max-rounds` after as many rounds as it may have', () => {
    expect(next({ rounds: 2 }, wrong('a'), unjudged('b'))).toEqual(finish('max-rounds'));
  });

  it('stops `budget` when its tokens are spent, those of branches given up included', () => {
    const rules = { tokenBudget: 30 };
    expect(next(rules, wrong('a'), wrong('b'))).toMatchObject({ kind: 'make-round' });
    expect(next(rules, wrong('a'), wrong('b'), wrong('c'))).toEqual(finish('budget'));
    const retried = [wrong('a'), wrong('b'), retryFrom('r1'), wrong('c')];
    expect(next(rules, ...retried)).toEqual(finish('budget'));
  });

  it('calls an end by the round itself so, also where the rounds or the tokens are at their end', () => {
    expect(next({ rounds: 1 }, right('a'))).toEqual(finish('passed'));
    expect(next({ tokenBudget: 1 }, right('a'))).toEqual(finish('passed'));
    expect(next({ rounds: 1, tokenBudget: 1 }, noCode)).toEqual(finish('no-code'));
  });

  it('stops `approved` and `stopped` at a person’s word, whatever was to come', () => {
    for (const kind of ['approved', 'stopped'] as const) {
      expect(next({}, wrong('a'), { kind })).toEqual(finish(kind));
    }
  });

  it('waits for a person to say something of the newest round', () => {
    const rules = { feedback: 'person', patience } as const;
    const wait = { kind: 'wait-for-person', patience };
    expect(next(rules, unjudged('a'))).toEqual({ ...wait, round: 'r1' });
    expect(next(rules, unjudged('a'), words('r1'))).toMatchObject({ round: { id: 'r2' } });
    expect(next(rules, unjudged('a'), words('r1', 'human'))).toMatchObject({ round: { id: 'r2' } });
    const second = [unjudged('a'), words('r1'), unjudged('b')];
    expect(next(rules, ...second)).toEqual({ ...wait, round: 'r2' });
  });

  it('waits for nobody where the model is told nothing', () => {
    expect(next({ feedback: 'none' }, unjudged('a'))).toMatchObject({ round: { id: 'r2' } });
  });

  it('goes on with what a model that plays a person said', () => {
    for (const source of ['human', 'oracle'] as const) {
      const said = wrong('a', { feedback: told(source) });
      expect(next({ feedback: source }, said)).toMatchObject({ round: { id: 'r2' } });
    }
  });

  it('plans a retried round under a new ordinal, at its place in the branch', () => {
    const moves = [wrong('a'), wrong('b'), wrong('c'), retryFrom('r2')];
    expect(next({}, ...moves)).toMatchObject({
      round: { id: 'r4', ordinal: 3, parent: 'r1', number: 2, last: false },
    });
    expect(next({}, ...moves, wrong('d'))).toMatchObject({
      round: { id: 'r5', ordinal: 4, parent: 'r4', number: 3 },
    });
    expect(next({}, ...moves, retryFrom('r1'))).toMatchObject({
      round: { id: 'r4', ordinal: 3, parent: null, number: 1 },
    });
  });

  it('waits for nobody when a round is retried whose predecessor a person had answered', () => {
    const moves = [unjudged('a'), words('r1'), unjudged('b'), retryFrom('r2')];
    expect(next({ feedback: 'person', patience }, ...moves)).toMatchObject({
      round: { id: 'r3', parent: 'r1', number: 2 },
    });
  });
});

describe('a chat', () => {
  const after = (...moves: readonly Move[]) => nextStep(played(ofChat, ...moves));
  const waits = { kind: 'wait-for-person', round: null, patience: null };
  const stop = (...moves: readonly Move[]) => {
    const state = played(ofChat, ...moves);
    const turn = state.turns.at(-1);
    return turn === undefined ? 'no turn' : turnStop(state, turn);
  };

  it('waits for a message, and answers it', () => {
    expect(after()).toEqual(waits);
    expect(after(message('hello'))).toMatchObject({
      kind: 'make-round',
      round: { id: 'r1', number: 1, parent: null, last: false, runsCode: true },
    });
    expect(isBusy(played(ofChat))).toBe(false);
    expect(isBusy(played(ofChat, message('hello')))).toBe(true);
  });

  it('ends a turn at a reply without code', () => {
    expect(after(message('hello'), noCode)).toEqual(waits);
    expect(stop(message('hello'), ran('a'), noCode)).toBe('no-code');
  });

  it('goes on after a block, whether it raised or not', () => {
    for (const end of ['finished', 'raised', 'interrupted', 'lost', 'input-refused'] as const) {
      expect(after(message('plot it'), ran('a', end))).toMatchObject({ round: { id: 'r2' } });
    }
  });

  it('runs three blocks a message; a fourth is not run and ends the turn', () => {
    const three = [message('plot it'), ran('a'), ran('b', 'raised'), ran('c')];
    expect(after(...three.slice(0, 3))).toMatchObject({ round: { runsCode: true } });
    expect(after(...three)).toMatchObject({ kind: 'make-round', round: { runsCode: false } });
    expect(after(...three, { reply: 'd' })).toEqual(waits);
    expect(stop(...three, { reply: 'd' })).toBe('max-rounds');
    expect(stop(...three, noCode)).toBe('no-code');
  });

  it('counts blocks anew for the next message', () => {
    const turn = [ran('a'), ran('b'), ran('c'), noCode];
    const moves = [message('plot it'), ...turn, message('again')];
    expect(after(...moves)).toMatchObject({ round: { id: 'r5', runsCode: true } });
    expect(stop(...moves, ran('d'))).toBeNull();
  });

  it('ends a turn at a block that was not run because it had run before', () => {
    const moves = [message('plot it'), ran('a'), { reply: 'a' }];
    expect(after(...moves)).toEqual(waits);
    expect(stop(...moves)).toBe('no-error');
  });

  it('ends a turn when its person gives it up, or its tokens are spent', () => {
    expect(after(message('plot it'), ran('a'), { kind: 'turn-ended' })).toEqual(waits);
    expect(stop(message('plot it'), { kind: 'turn-ended' })).toBe('stopped');
    const spent = played({ ...ofChat, tokenBudget: 10 }, message('plot it'), ran('a'));
    expect(nextStep(spent)).toEqual(waits);
  });

  it('answers the message behind a turn that was given up', () => {
    const moves = [message('plot it'), ran('a'), { kind: 'turn-ended' } as const, message('why')];
    expect(after(...moves)).toMatchObject({ round: { id: 'r2', parent: 'r1', number: 2 } });
  });

  it('waits behind a turn that was undone, and gives its draws to nobody', () => {
    const undone = [message('plot it'), ran('a'), noCode, { kind: 'turn-undone' } as const];
    expect(after(...undone)).toEqual(waits);
    expect(after(...undone, message('once more'))).toMatchObject({
      round: { id: 'r3', ordinal: 2, parent: null, number: 1 },
    });
  });

  it('answers anew from a round that is retried, also one of an earlier turn', () => {
    const moves = [message('one'), ran('a'), noCode, message('two'), noCode];
    expect(after(...moves, retryFrom('r2'))).toMatchObject({
      round: { id: 'r4', parent: 'r1', number: 2, runsCode: true },
    });
    expect(after(...moves, retryFrom('r3'))).toMatchObject({
      round: { id: 'r4', parent: 'r2', number: 3 },
    });
  });

  it('ends when a person ends it', () => {
    expect(after(message('hello'), noCode, { kind: 'stopped' })).toEqual(finish('stopped'));
  });

  it('is not changed by a block that a person runs', () => {
    const own = {
      kind: 'block-run',
      id: 'b2',
      program: 'c'.repeat(64),
      execution: block(),
    } as const;
    expect(after(message('hello'), noCode, own)).toEqual(waits);
  });
});
