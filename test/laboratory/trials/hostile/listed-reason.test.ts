import type { Said } from '../../../../laboratory/trials/hostile/judge-program';
import { listedReason } from '../../../../laboratory/trials/hostile/listed-reason';

const program: Parameters<typeof listedReason>[0] = {
  ...{ file: 'a.py', what: 'an enum of one', note: 'Python compares by identity' },
  ...{ passes_at: 'objects', expect: ['fail'], fooled_if: 'pass' },
};
const passed: Said = {
  word: 'pass',
  kind: 'passed',
  detail: null,
  handles: true,
  runs: 1,
  cpuMs: 1,
};
const failed: Said = { ...passed, word: 'fail', kind: 'failed' };
const reasonOf = (change: object, said: readonly Said[], shared: Said) =>
  listedReason({ ...program, ...change }, said, () => Promise.resolve(shared));

describe('a program that passes at `objects` though it should not', () => {
  it('is listed with its reason when it says so, used its own objects and passes plain Python', async () => {
    expect(await reasonOf({}, [passed], passed)).toBe(program.note);
    expect(await reasonOf({ note: null }, [failed, passed], passed)).toBe(program.what);
  });

  it.each<[string, object, readonly Said[], Said]>([
    ['nobody lists it', { passes_at: null }, [passed], passed],
    ['no object of its own was used', {}, [{ ...passed, handles: false }], passed],
    ['one of its passes used none', {}, [passed, { ...passed, handles: false }], passed],
    ['plain Python refuses it', {}, [passed], failed],
    ['it did not pass', {}, [failed], passed],
  ])('is not listed when %s', async (_, change, said, shared) => {
    expect(await reasonOf(change, said, shared)).toBeNull();
  });
});
