import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { replyTo, type BankModel } from '../../../../llm/simulated/replies/reply-to';
import { about, ask, bankOf, line, program } from '../bank-samples';

const count = 2000;
const lines = Array.from({ length: count }, (_, number) =>
  line({ program: program(number), recorded_pass: number % 2 === 0 }),
);
const view = viewBank(bankOf([...lines, line({ program: 'unknown = 1', recorded_pass: null })]));

function critic(criticAccuracy: number): BankModel {
  return { kind: 'recorded', view, settings: replySettingsOf({ criticAccuracy }) };
}

function verify(accuracy: number, code: string, changes = {}) {
  const request = { role: 'critic-verification', messages: about(code), structured: true } as const;
  const { text, origin } = replyTo(critic(accuracy), ask({ ...request, ...changes }));
  return { answer: JSON.parse(text) as { analysis: string; accept: boolean }, origin };
}

function agreement(accuracy: number, seed = 7): number {
  const agreeing = lines.filter(
    (_, number) => verify(accuracy, program(number), { seed }).answer.accept === (number % 2 === 0),
  );
  return agreeing.length / count;
}

describe('verification by the simulated critic', () => {
  it('always agrees with the label at accuracy 1 and never at 0', () => {
    expect(agreement(1)).toBe(1);
    expect(agreement(0)).toBe(0);
  });

  it('agrees as often as its accuracy says, on right and wrong programs alike', () => {
    expect(agreement(0.8)).toBeGreaterThan(0.77);
    expect(agreement(0.8)).toBeLessThan(0.83);
    expect(agreement(0.5)).toBeGreaterThan(0.46);
    expect(agreement(0.5)).toBeLessThan(0.54);
  });

  it('says the same of a program however often and at whatever node it is asked', () => {
    for (let number = 0; number < 50; number += 1) {
      const first = verify(0.5, program(number));
      for (const draw of [
        { sample: 0, ordinal: 9 },
        { sample: 3, ordinal: 0 },
      ]) {
        expect(verify(0.5, `\n${program(number)}\n`, { draw })).toEqual(first);
      }
    }
  });

  it('is right about other programs under another seed', () => {
    const right = (seed: number) =>
      lines.map((_, n) => verify(0.5, program(n), { seed }).answer.accept).join();
    expect(right(1)).not.toBe(right(2));
  });

  it('says no where the bank has no label, even as an oracle, and that it does not know', () => {
    for (const code of ['unknown = 1', 'never_seen = 1']) {
      const { answer, origin } = verify(1, code);
      expect(answer.accept).toBe(false);
      expect(origin).toEqual({ rule: 'judged', truthKnown: false });
    }
    const silent = replyTo(critic(1), ask({ role: 'critic-verification' }));
    expect(silent.text).toMatch(/Verdict: reject$/);
    expect(verify(1, program(1)).origin).toEqual({ rule: 'judged', truthKnown: true });
  });

  it('gives its verdict in the last line where no JSON is asked for', () => {
    const plain = (number: number) =>
      replyTo(critic(1), ask({ role: 'critic-verification', messages: about(program(number)) }))
        .text;
    expect(plain(2)).toMatch(/\nVerdict: accept$/);
    expect(plain(3)).toMatch(/\nVerdict: reject$/);
  });
});

describe('scores by the simulated critic', () => {
  const score = (number: number, structured: boolean) =>
    replyTo(critic(1), ask({ role: 'critic-score', messages: about(program(number)), structured }))
      .text;

  it('cover 0 to 5 and know nothing of the label', () => {
    const sums = { true: 0, false: 0 };
    const seen = new Set<number>();
    lines.forEach((_, number) => {
      const answer = JSON.parse(score(number, true)) as { analysis: string; score: number };
      expect(answer.analysis).not.toBe('');
      seen.add(answer.score);
      sums[number % 2 === 0 ? 'true' : 'false'] += answer.score / (count / 2);
    });
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(Math.abs(sums.true - sums.false)).toBeLessThan(0.25);
  });

  it('stand in the last line where no JSON is asked for', () => {
    const { score: expected } = JSON.parse(score(4, true)) as { score: number };
    expect(score(4, false).split('\n').at(-1)).toBe(`Score: ${String(expected)}`);
  });
});
