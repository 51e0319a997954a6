import { absentAmong } from '../../../store/absent-among';
import { RunConfigs } from '../../../store/runs/run-configs';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const text = (seed: number): string => JSON.stringify(scriptedRunConfig({ seed }));

describe('the configurations of runs', () => {
  it('are parsed once, and again for another text', () => {
    const configs = new RunConfigs();
    const first = configs.parse('r', text(1));
    expect(configs.parse('r', text(1))).toBe(first);
    expect(configs.parse('s', text(1))).not.toBe(first);
    expect(configs.parse('r', text(2)).seed).toBe(2);
    expect(configs.parse('r', text(1)).seed).toBe(1);
  });

  it('are remembered of the last eight runs', () => {
    const configs = new RunConfigs();
    const first = configs.parse('r0', text(0));
    for (let nth = 1; nth < 8; nth += 1) configs.parse(`r${String(nth)}`, text(nth));
    expect(configs.parse('r0', text(0))).toBe(first);
    configs.parse('r8', text(8));
    expect(configs.parse('r0', text(0))).not.toBe(first);
  });

  it('that cannot be read are named', () => {
    expect(() => new RunConfigs().parse('r', '{}')).toThrow('configuration of run r');
  });
});

describe('what is absent among values', () => {
  it.each([0, 1, 49, 50, 51, 100, 101])('is told of %d, asked in fifties', async (count) => {
    const values = Array.from({ length: count }, (_, nth) => `v${String(nth)}`);
    const asked: number[] = [];
    const absent = await absentAmong([...values, ...values], (some) => {
      asked.push(some.length);
      return Promise.resolve(some.filter((value) => value.endsWith('1')));
    });
    expect(absent).toEqual(values.filter((value) => !value.endsWith('1')));
    expect(asked).toEqual(Array<number>(Math.ceil(count / 50)).fill(50));
  });
});
