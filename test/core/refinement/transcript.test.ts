import type { DialogueRules } from '../../../core/refinement/dialogue-rules';
import { transcriptOf } from '../../../core/refinement/transcript';
import type { TranscriptEntry } from '../../../core/refinement/transcript';
import type { DialogueEvent, Execution, Feedback } from '../../../core/schemas/dialogue';

const chat: DialogueRules = { of: 'chat', blocks: 3, tokenBudget: null };
const problem: DialogueRules = {
  of: 'problem',
  rounds: 5,
  feedback: 'execution',
  patience: null,
  tokenBudget: null,
};

const textRef = (text: string) => ({ sha256: text.padEnd(64, '0'), excerpt: text });
const ran = (words: string): Execution => ({
  on: 'session',
  end: 'finished',
  words: textRef(words),
  output: 'a'.repeat(64),
  artefacts: [],
  rebuilt: null,
});
const said = (text: string): DialogueEvent => ({
  kind: 'message-given',
  text: textRef(text),
  files: [],
});
const feedback = (source: Feedback['source'], text: string): Feedback => ({
  source,
  text: textRef(text),
  refused: [],
  neutral: false,
});
function made(
  ordinal: number,
  execution: Execution | null = ran(`out ${String(ordinal + 1)}`),
  told: Feedback | null = null,
): DialogueEvent {
  return {
    kind: 'round-made',
    round: {
      id: `r${String(ordinal + 1)}`,
      ordinal,
      parent: null,
      number: ordinal + 1,
      reply: textRef('reply'),
      finishReason: 'stop',
      program: execution === null ? null : `program-${String(ordinal + 1)}`.padEnd(64, '0'),
      via: execution === null ? null : 'fence',
      execution,
      feedback: told,
      trimmed: 0,
      tokens: 10,
      calls: [],
    },
  };
}
const ownBlock = (place: number): DialogueEvent => {
  const execution = ran('own');
  if (execution.on !== 'session') throw new Error('not reached');
  return { kind: 'block-run', id: `b${String(place)}`, program: 'c'.repeat(64), execution };
};

function inWords(entries: readonly TranscriptEntry[]): readonly string[] {
  return entries.map((entry) => {
    switch (entry.kind) {
      case 'message':
        return entry.text.excerpt;
      case 'reply':
        return entry.round.id;
      case 'execution':
        return entry.execution.words.excerpt;
      case 'feedback':
        return `${entry.feedback.source}: ${entry.feedback.text.excerpt}`;
      case 'own-block':
        return entry.block.id;
      case 'model-chosen':
        return entry.model;
      case 'turn-ended':
      case 'approved':
      case 'stopped':
        return entry.kind;
    }
  });
}
const standing = (
  events: readonly DialogueEvent[],
  rules: DialogueRules = chat,
): readonly string[] => inWords(transcriptOf(rules, events).entries);
const branches = (
  events: readonly DialogueEvent[],
  rules: DialogueRules = chat,
): readonly unknown[] =>
  transcriptOf(rules, events).branches.map(({ why, entries }) => [why, ...inWords(entries)]);

describe('a transcript', () => {
  it('has what was said and run, in order', () => {
    const events = [
      said('plot it'),
      made(0),
      made(1, null),
      ownBlock(3),
      { kind: 'model-chosen', model: 'other' } as const,
      said('again'),
      made(2),
      { kind: 'turn-ended', cause: 'no key' } as const,
    ];
    expect(standing(events)).toEqual([
      'plot it',
      'r1',
      'out 1',
      'r2',
      'b3',
      'other',
      'again',
      'r3',
      'out 3',
      'turn-ended',
    ]);
    expect(transcriptOf(chat, events).entries.at(-1)).toEqual({
      kind: 'turn-ended',
      cause: 'no key',
    });
    expect(branches(events)).toEqual([]);
  });

  it('says the words of execution once, and those of others beside them', () => {
    const itself = feedback('execution', 'out 1');
    expect(standing([made(0, ran('out 1'), itself), made(1)], problem)).toEqual([
      'r1',
      'out 1',
      'r2',
      'out 2',
    ]);
    const human = feedback('human', 'look at the edge');
    const person = feedback('person', 'no');
    expect(
      standing(
        [
          made(0, ran('out 1'), human),
          { kind: 'feedback-given', round: 'r1', feedback: person, calls: [] },
          { kind: 'approved' },
        ],
        problem,
      ),
    ).toEqual(['r1', 'out 1', 'human: look at the edge', 'person: no', 'approved']);
  });

  it('lists apart what was retried, words about it included', () => {
    const words: DialogueEvent = {
      kind: 'feedback-given',
      round: 'r2',
      feedback: feedback('person', 'no'),
      calls: [],
    };
    const events = [made(0), made(1), words, { kind: 'retried-from', round: 'r2' } as const];
    expect(standing([...events, made(2)], problem)).toEqual(['r1', 'out 1', 'r3', 'out 3']);
    expect(branches([...events, made(2)], problem)).toEqual([
      ['retried', 'r2', 'out 2', 'person: no'],
    ]);
  });

  it('lists apart a turn that was undone, and one that was given up and taken up again', () => {
    const events: readonly DialogueEvent[] = [
      said('first'),
      made(0, null),
      said('second'),
      made(1),
      { kind: 'turn-ended' },
      ownBlock(5),
      { kind: 'retried-from', round: 'r2' },
      made(2, null),
      said('third'),
      made(3, null),
      { kind: 'turn-undone' },
    ];
    expect(standing(events)).toEqual(['first', 'r1', 'second', 'r3']);
    expect(branches(events)).toEqual([
      ['retried', 'r2', 'out 2', 'turn-ended', 'b5'],
      ['undone', 'third', 'r4'],
    ]);
  });
});
