import {
  branchPrograms,
  dialogueOutcome,
  noDialogue,
  roundProgram,
} from '../../../../core/kinds/dialogue/outcome';
import {
  message,
  noCode,
  ofChat,
  ofProblem,
  played,
  programOf,
  ran,
  retryFrom,
  right,
  unjudged,
  words,
  wrong,
} from '../../refinement/dialogue-player';
import type { Move } from '../../refinement/dialogue-player';

const outcomeOf = (...moves: readonly Move[]) => dialogueOutcome(played(ofProblem(), ...moves));

describe('what a dialogue came to', () => {
  it('has its newest program as its answer, and what that was after each round', () => {
    expect(outcomeOf(wrong('a'), wrong('b'), right('c'))).toMatchObject({
      ...{ stop: 'passed', branch: ['r1', 'r2', 'r3'], answer: 'r3', steered: false },
      answers: ['r1', 'r2', 'r3'],
    });
  });

  it('keeps the program before a last reply without code', () => {
    expect(outcomeOf(wrong('a'), noCode)).toMatchObject({
      ...{ stop: 'no-code', branch: ['r1', 'r2'], answer: 'r1', answers: ['r1', 'r1'] },
    });
    expect(outcomeOf(noCode)).toMatchObject({ stop: 'no-code', answer: null, answers: [null] });
  });

  it('answers with what stands, and has every branch', () => {
    const outcome = outcomeOf(wrong('a'), wrong('b'), retryFrom('r2'), right('c'));
    expect(outcome).toMatchObject({ branch: ['r1', 'r3'], answer: 'r3', steered: true });
    expect(outcome.rounds.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3']);
    expect(branchPrograms(outcome)).toEqual([programOf('a'), programOf('c')]);
  });

  it('has a program that came twice graded once', () => {
    expect(branchPrograms(outcomeOf(wrong('a'), wrong('b'), wrong('a'), noCode))).toEqual([
      programOf('a'),
      programOf('b'),
    ]);
  });

  it('has what people said, by round, and nothing of that where nobody was asked', () => {
    expect(outcomeOf(unjudged('a'), words('r1')).said).toMatchObject({
      r1: [{ source: 'person' }],
    });
    expect(outcomeOf(wrong('a'))).not.toHaveProperty('said');
  });

  it('has no stop while it goes on: it was cancelled, or is beyond repair', () => {
    expect(outcomeOf(wrong('a'), wrong('b'))).toMatchObject({ stop: null, answer: 'r2' });
    expect(noDialogue).toEqual(outcomeOf());
  });

  it('is told of a chat that a person ended', () => {
    const chat = played(ofChat, message('plot it'), ran('a'), noCode, { kind: 'stopped' });
    expect(dialogueOutcome(chat)).toMatchObject({ stop: 'stopped', branch: ['r1', 'r2'] });
  });

  it('knows the program of a round', () => {
    const outcome = outcomeOf(wrong('a'), noCode);
    expect(['r1', 'r2', 'r9', null].map((round) => roundProgram(outcome, round))).toEqual([
      ...[programOf('a'), null, null, null],
    ]);
  });
});
