import { readAnswer } from '../../../sandbox/guest/answers';
import { FrameError } from '../../../sandbox/guest/frames';
import { passed, printed } from '../scripted-backend';

const outcome = (more: object): unknown => ({ id: '1', test: 0, outcome: { ...passed, ...more } });
const script = (more: object): unknown => ({ id: '1', script: { ...printed, ...more } });
const out = { text: '', bytes: 0, truncated: false };

describe('the answers of a cell', () => {
  it('are an outcome, a broken test, an end, a script or a pong', () => {
    const texts = { kind: 'failed', detail: 'd', error: 'e', actual: 'a' };
    expect(readAnswer(outcome(texts))).toEqual({
      kind: 'outcome',
      id: '1',
      test: 0,
      outcome: { ...texts, cpuMs: 1, timeSensitive: false },
    });
    expect(readAnswer(outcome({ handles: true }))).toMatchObject({ outcome: { handles: true } });
    const without = readAnswer(outcome({ handles: false })) as { readonly outcome: object };
    expect(without.outcome).not.toHaveProperty('handles');
    const broken = readAnswer({ id: '1', test: 2, broken: 'SyntaxError: no' });
    expect(broken).toEqual({ kind: 'broken-test', id: '1', test: 2, why: 'SyntaxError: no' });
    expect(readAnswer({ id: '1', end: 3 })).toEqual({ kind: 'end', id: '1', count: 3 });
    expect(readAnswer(script({}))).toEqual({ kind: 'script', id: '1', script: printed });
    const pong = { zygoteRssKb: 1, ownRssKb: 2, descriptors: 3 };
    expect(readAnswer({ op: 'pong', ...pong })).toEqual({ kind: 'pong', pong });
  });

  it.each([
    { kind: 'timed-out', cause: 'cpu' },
    { kind: 'timed-out', cause: 'wall' },
    { kind: 'memory-limit' },
    { kind: 'output-limit' },
    { kind: 'killed-by-signal', signal: 'SIGSEGV' },
    { kind: 'exited', code: 255 },
  ])('a script may end as %j', (end) => {
    expect(readAnswer(script({ end }))).toMatchObject({ script: { end } });
  });

  it.each([
    ['nothing', null],
    ['a list', [1]],
    ['a text', 'passed'],
    ['no id', { end: 0 }],
    ['an id that is a number', { id: 1, end: 0 }],
    ['an end that is a text', { id: '1', end: '0' }],
    ['an end below nought', { id: '1', end: -1 }],
    ['an end of a half', { id: '1', end: 0.5 }],
    ['an end and an outcome', { id: '1', test: 0, outcome: passed, end: 1 }],
    ['an unknown kind', outcome({ kind: 'great' })],
    ['a kind that only the host gives', outcome({ kind: 'no-program' })],
    ['a kind that is no text', outcome({ kind: ['passed'] })],
    ['CPU time as a text', outcome({ cpuMs: '1' })],
    ['negative CPU time', outcome({ cpuMs: -1 })],
    ['CPU time without end', outcome({ cpuMs: Infinity })],
    ['no CPU time', { id: '1', test: 0, outcome: { kind: 'passed', timeSensitive: false } }],
    ['a flag that is a number', outcome({ timeSensitive: 1 })],
    ['handles that are a number', outcome({ handles: 1 })],
    ['an error that is no text', outcome({ error: {} })],
    ['an error of a megabyte', outcome({ error: 'x'.repeat(1 << 20) })],
    ['a detail that is null', outcome({ detail: null })],
    ['an unknown field', outcome({ verdict: 'passed' })],
    ['a broken test without its number', { id: '1', broken: 'x' }],
    ['a broken test without an id', { test: 0, broken: 'x' }],
    ['a broken test below nought', { id: '1', test: -1, broken: 'x' }],
    ['a broken test without a reason', { id: '1', test: 0, broken: null }],
    ['a reason of a megabyte', { id: '1', test: 0, broken: 'x'.repeat(1 << 20) }],
    ['a broken test with an outcome', { id: '1', test: 0, broken: 'x', outcome: passed }],
    ['a broken test with an end', { id: '1', test: 0, broken: 'x', end: 1 }],
    ['a broken test as a kind of outcome', outcome({ kind: 'broken-test' })],
    ['an outcome without its test', { id: '1', outcome: passed }],
    ['an exit code of 256', script({ end: { kind: 'exited', code: 256 } })],
    ['an exit without a code', script({ end: { kind: 'exited' } })],
    ['an unknown clock', script({ end: { kind: 'timed-out', cause: 'moon' } })],
    ['an unknown end', script({ end: { kind: 'vanished' } })],
    ['a signal that is a number', script({ end: { kind: 'killed-by-signal', signal: 9 } })],
    ['a memory limit with a code', script({ end: { kind: 'memory-limit', code: 0 } })],
    ['output without its size', script({ stdout: { text: '', truncated: false } })],
    ['output that is no text', script({ stderr: { ...out, text: 7 } })],
    ['an unknown op', { op: 'pang' }],
    ['a pong without sizes', { op: 'pong' }],
  ])('with %s are nonsense', (_, value) => {
    expect(() => readAnswer(value)).toThrow(FrameError);
    expect(() => readAnswer(value)).toThrow(/nonsense/);
  });
});
