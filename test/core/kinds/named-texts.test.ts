import { kindsOfWork } from '../../../core/kinds/kinds';
import { noDialogue } from '../../../core/kinds/dialogue/outcome';
import type { Feedback, Round } from '../../../core/schemas/dialogue';
import { searchNode, searchOutcome } from '../../../laboratory/fakes/record-samples';

/** Every sha256 that stands anywhere in a value, be it in a reference or by itself. */
function hashesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^[0-9a-f]{64}$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(hashesIn) : [];
}

const letter = (name: string) => ({ sha256: name.repeat(64), excerpt: name });

describe('the texts and calls that an outcome names', () => {
  it('are of a search all hashes in it', () => {
    const node = searchNode(0, {
      strategy: letter('1'),
      reflection: letter('2'),
      critique: { kind: 'verification', accepted: true, words: letter('3'), neutral: false },
      words: { debugger: letter('4') },
    });
    const plans = [{ example: letter('5'), plan: letter('6'), confidence: 1 }];
    const outcome = { ...searchOutcome([node]), strategies: [letter('7')], plans };
    const row = kindsOfWork.search;
    expect(new Set([...row.texts(outcome), ...row.calls(outcome)])).toEqual(
      new Set(hashesIn(outcome)),
    );
  });

  it('are of a dialogue all hashes in it', () => {
    const feedback = (text: string): Feedback => ({
      ...{ source: 'human', text: letter(text), refused: [], neutral: false },
    });
    const round: Round = {
      ...{ id: 'r1', ordinal: 0, parent: null, number: 1, finishReason: 'stop', via: 'fence' },
      reply: letter('1'),
      program: '2'.repeat(64),
      execution: {
        ...{ on: 'session', end: 'finished', words: letter('3'), output: '4'.repeat(64) },
        artefacts: [{ name: 'a', mime: 'text/plain', bytes: 1, sha256: '5'.repeat(64) }],
        rebuilt: null,
      },
      feedback: feedback('6'),
      ...{
        trimmed: 0,
        tokens: 1,
        calls: [{ role: 'solver', identity: '7'.repeat(64), repair: false }],
      },
    };
    const tested: Round = {
      ...round,
      execution: {
        ...{ on: 'tests', kind: 'passed', verdict: 'passed', passed: 1, total: 1 },
        ...{ words: letter('8'), timeSensitive: false },
      },
    };
    const outcome = { ...noDialogue, rounds: [round, tested], said: { r1: [feedback('9')] } };
    const row = kindsOfWork.dialogue;
    expect(new Set([...row.texts(outcome), ...row.calls(outcome)])).toEqual(
      new Set(hashesIn(outcome)),
    );
  });
});
