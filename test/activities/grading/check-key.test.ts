import { checkKey, fingerprintFor, scopedKey } from '../../../activities/grading/check-key';
import { mannerOf } from '../../../core/grading/profiles/profile';
import { gradingProfile } from '../../../core/grading/profiles/profiles';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { CheckTask } from '../../../core/adapters/sandbox';
import { aloneCheck } from '../../../core/grading/check';
import type { Check, HarnessCheck, ScriptCheck } from '../../../core/grading/check';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';

const task: CheckTask = {
  program: 'def f(x):\n    return x\n',
  trustedSetup: '',
  entryPoint: 'f',
  tests: ['assert f(1) == 1'],
  limits: visibleLimit(),
  seed: 7,
};
const manner = mannerOf('human-eval', { caseMs: 3_000 });
const keyOf = (one: CheckTask, fingerprint = 's') =>
  checkKey({ kind: 'function', task: one }, fingerprint);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what a check is known by', () => {
  const changes: readonly Partial<CheckTask>[] = [
    { program: 'other' },
    { program: bytes('def f(x):\n    return x\n') },
    { trustedSetup: 'import math' },
    { entryPoint: 'g' },
    { tests: ['assert f(2) == 2'] },
    { tests: [] },
    { limits: visibleLimit({ cpuSeconds: 2 }) },
    { seed: 8 },
    { assurance: 'shared' },
    { manner },
  ];

  it.each(changes)('differs with %j', (change) => {
    expect(keyOf({ ...task, ...change })).not.toBe(keyOf(task));
  });

  it('differs with every profile that grades it, and with what was said about one', () => {
    const check = { kind: 'function', task } as const;
    const script: ScriptCheck = {
      kind: 'script',
      task: { program: 'print(1)', limits: visibleLimit(), seed: 0 },
      tests: [{ stdin: '', expected: { stdout: '1' } }],
      outcomes: 'one',
    };
    const key = (name: string, one: Check, settings = {}): string =>
      checkKey(gradingProfile(name).applied(one, settings), 's');
    const keys = [
      ...['strict', 'human-eval'].map((name) => key(name, check)),
      key('human-eval', check, { caseSeconds: 1 }),
      ...['strict', 'lcb', 'apps', 'codecontests'].map((name) => key(name, script)),
      key('lcb', script, { details: true }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('differs with the sandbox and with nothing else', () => {
    expect(keyOf(task, 'other')).not.toBe(keyOf(task));
    expect(keyOf({ ...task, alone: true })).toBe(keyOf(task));
  });

  it('is the same whether the usual assurance is asked for or taken for granted', () => {
    expect(keyOf({ ...task, assurance: 'data' })).toBe(keyOf(task));
  });

  it('goes by the content of bytes, not by how they are held', () => {
    const key = (program: Uint8Array) => keyOf({ ...task, program });
    const held = Buffer.from('..x = 1..').subarray(2, 7);
    expect(key(bytes('x = 1'))).toBe(key(held));
    expect(key(bytes('x = 1'))).not.toBe(key(bytes('x = 2')));
    expect(key(Uint8Array.of(0xff))).not.toBe(key(Uint8Array.of(0xfe)));
  });

  it('is another one for every batch that keeps it to itself', () => {
    const key = keyOf(task);
    expect(new Set([key, scopedKey('a', key), scopedKey('b', key)]).size).toBe(3);
    expect(scopedKey('a', key)).toBe(scopedKey('a', key));
  });

  it('stays what it is for a function, so that what was remembered still counts', () => {
    expect(keyOf(task)).toBe('06e24ebe2aee6401e0f2a9383203c2fe3b3b45dde2fbf1761569bfd9895ef7a5');
  });
});

describe('what a check of a script is known by', () => {
  const script: ScriptCheck = {
    kind: 'script',
    task: { program: 'print(input())', limits: visibleLimit(), seed: 7 },
    tests: [{ stdin: '1', expected: { stdout: '1', rule: { kind: 'lines' } } }],
    outcomes: 'one',
  };
  const [test] = script.tests;
  const changes: readonly Partial<ScriptCheck>[] = [
    { task: { ...script.task, program: 'print(1)' } },
    { task: { ...script.task, seed: 8 } },
    { task: { ...script.task, limits: visibleLimit({ cpuSeconds: 2 }) } },
    { tests: [{ stdin: '2', expected: test?.expected ?? null }] },
    { tests: [{ stdin: '1', expected: null }] },
    { tests: [{ stdin: '1', expected: { stdout: '2', rule: { kind: 'lines' } } }] },
    { tests: [{ stdin: '1', expected: { stdout: '1', rule: { kind: 'numbers' } } }] },
    { tests: [...script.tests, ...script.tests] },
    { outcomes: 'per-test' },
  ];

  it.each(changes)('differs with %j', (change) => {
    expect(checkKey({ ...script, ...change }, 's')).not.toBe(checkKey(script, 's'));
  });

  it('differs with the sandbox, and not with whether anything else runs meanwhile', () => {
    expect(checkKey(script, 'other')).not.toBe(checkKey(script, 's'));
    expect(checkKey(aloneCheck(script), 's')).toBe(checkKey(script, 's'));
  });
});

describe('what a check of a harness is known by', () => {
  const part = { source: 'def test(): ...', cases: ['a'], blobs: { b: 'eA==' } };
  const harness = {
    kind: 'harness',
    task: {
      ...{ environment: 'e'.repeat(64), target: { id: 'm.py::f#1', module: 'm', qualname: 'f' } },
      ...{ program: 'def f(): ...', parts: [part], limits: visibleLimit(), seed: 7 },
    },
    ...{ expected: [[]], texts: ['a is 1'], policy: candidatePolicy, outcomes: 'one' },
  } as const satisfies HarnessCheck;
  const task = (changes: Partial<HarnessCheck['task']>): Partial<HarnessCheck> => ({
    task: { ...harness.task, ...changes },
  });

  it.each<Partial<HarnessCheck>>([
    task({ environment: 'f'.repeat(64) }),
    task({ target: { ...harness.task.target, qualname: 'g' } }),
    task({ program: 'def f(): pass' }),
    task({ parts: [{ ...part, source: '' }] }),
    task({ parts: [{ ...part, cases: [] }] }),
    task({ parts: [{ ...part, blobs: {} }] }),
    task({ limits: visibleLimit({ cpuSeconds: 2 }) }),
    task({ seed: 8 }),
    { expected: [] },
    { texts: ['a is 2'] },
    { policy: { ...candidatePolicy, floats: { kind: 'exact' } } },
    { outcomes: 'per-part' },
  ])('differs with %j', (change) => {
    expect(checkKey({ ...harness, ...change }, 's')).not.toBe(checkKey(harness, 's'));
  });

  it('does not differ with whether anything else runs meanwhile', () => {
    expect(checkKey(aloneCheck(harness), 's')).toBe(checkKey(harness, 's'));
  });

  it('is the sandbox of harnesses, where there is one of them', () => {
    const fingerprints = { fingerprint: 's', harnessFingerprint: 'h' };
    expect(fingerprintFor(harness, fingerprints)).toBe('h');
    expect(fingerprintFor(harness, { fingerprint: 's' })).toBe('s');
    expect(fingerprintFor({ kind: 'script' }, fingerprints)).toBe('s');
  });
});
