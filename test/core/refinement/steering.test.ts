import { refusal } from '../../../core/refinement/steering';
import type { PersonEvent } from '../../../core/refinement/steering';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import {
  message,
  noCode,
  ofChat,
  ofProblem,
  ownBlock,
  played,
  ran,
  retryFrom,
  right,
  unjudged,
  words,
  wrong,
} from './dialogue-player';
import type { Move } from './dialogue-player';

function asPersons(event: DialogueEvent): PersonEvent {
  if (event.kind === 'round-made') throw new Error('no person makes rounds');
  return event;
}
const inProblem = (event: DialogueEvent, ...moves: readonly Move[]) =>
  refusal(played(ofProblem({ feedback: 'person' }), ...moves), asPersons(event))?.kind ?? 'taken';
const inChat = (event: DialogueEvent, ...moves: readonly Move[]) =>
  refusal(played(ofChat, ...moves), asPersons(event))?.kind ?? 'taken';

const approved = { kind: 'approved' } as const;
const stopped = { kind: 'stopped' } as const;
const turnEnded = { kind: 'turn-ended' } as const;
const turnUndone = { kind: 'turn-undone' } as const;
const model = { kind: 'model-chosen', model: 'other' } as const;

describe('a person, to a dialogue about a problem', () => {
  it('may say something of its newest round, and a second person hears that somebody has', () => {
    expect(inProblem(words('r1'), unjudged('a'))).toBe('taken');
    const answered = played(ofProblem({ feedback: 'person' }), unjudged('a'), words('r1'));
    expect(refusal(answered, asPersons(words('r1')))).toEqual({
      kind: 'answered',
      why: 'somebody has answered already',
    });
  });

  it('may still say something where a model has answered in their place, or execution has', () => {
    expect(inProblem(words('r1'), unjudged('a'), words('r1', 'human'))).toBe('taken');
    expect(inProblem(words('r1'), wrong('a'))).toBe('taken');
  });

  it('cannot say anything of no round, of an earlier one or of one that was cut off', () => {
    expect(inProblem(words('r1'))).toBe('impossible');
    expect(inProblem(words('r1'), wrong('a'), wrong('b'))).toBe('answered');
    expect(inProblem(words('r2'), wrong('a'), wrong('b'), retryFrom('r2'))).toBe('answered');
  });

  it('may approve once there is a program', () => {
    expect(inProblem(approved)).toBe('impossible');
    expect(inProblem(approved, unjudged('a'))).toBe('taken');
  });

  it('may retry from a round that stands', () => {
    expect(inProblem(retryFrom('r1'))).toBe('impossible');
    expect(inProblem(retryFrom('r1'), wrong('a'), wrong('b'))).toBe('taken');
    expect(inProblem(retryFrom('r2'), wrong('a'), wrong('b'), retryFrom('r2'))).toBe('impossible');
  });

  it('may stop it at any time, before its first round too', () => {
    expect(inProblem(stopped)).toBe('taken');
  });

  it('cannot do anything when it has ended', () => {
    for (const event of [words('r1'), approved, stopped, retryFrom('r1')]) {
      expect(inProblem(event, right('a'))).toBe('ended');
      expect(inProblem(event, unjudged('a'), stopped)).toBe('ended');
    }
  });

  it('cannot do what only a chat knows', () => {
    for (const event of [message('hello'), ownBlock('b1'), model, turnUndone, turnEnded]) {
      expect(inProblem(event, unjudged('a'))).toBe('impossible');
    }
  });
});

describe('a person, to a chat', () => {
  const idle = [message('one'), noCode];
  const busy = [...idle, message('two'), ran('a')];

  it('may say, run, choose and undo while nobody is answered, and is told to wait meanwhile', () => {
    for (const event of [message('three'), ownBlock('b9'), model, turnUndone]) {
      expect(inChat(event, ...idle)).toBe('taken');
      expect(inChat(event, ...busy)).toBe('busy');
    }
  });

  it('may end a turn only while it is under way', () => {
    expect(inChat(turnEnded, ...busy)).toBe('taken');
    expect(inChat(turnEnded, ...idle)).toBe('impossible');
    expect(inChat(turnEnded)).toBe('impossible');
  });

  it('may undo turns until there are none', () => {
    expect(inChat(turnUndone)).toBe('impossible');
    expect(inChat(turnUndone, ...idle, turnUndone)).toBe('impossible');
  });

  it('may retry from a round while another is being made', () => {
    expect(inChat(retryFrom('r2'), ...busy)).toBe('taken');
    expect(inChat(retryFrom('r7'), ...busy)).toBe('impossible');
  });

  it('gives no feedback: it has messages', () => {
    expect(inChat(words('r1'), ...idle)).toBe('impossible');
  });

  it('may end it, and nothing more then', () => {
    expect(inChat(stopped, ...busy)).toBe('taken');
    for (const event of [message('three'), ownBlock('b9'), model, turnUndone, turnEnded, stopped]) {
      expect(inChat(event, ...idle, stopped)).toBe('ended');
    }
  });
});
