import { visibleLimit } from '../../../core/grading/visible-limit';
import { ExpectedOutputTooLongError, judgeScript } from '../../../core/grading/judge-script';
import { TestOutcome } from '../../../core/schemas/verdict';
import type { ScriptEnd, ScriptResult } from '../../../core/schemas/verdict';
import { printed as text, scriptResult } from '../../fakes/answering-sandbox';

const exited = (code: number): ScriptEnd => ({ kind: 'exited', code });

function ended(end: ScriptEnd, changes: Partial<ScriptResult> = {}): ScriptResult {
  const task = { seed: 0, limits: visibleLimit() };
  return scriptResult(task, { end, stdout: text('3\n'), cpuMs: 4, wallMs: 9, ...changes });
}
const judged = (end: ScriptEnd, changes: Partial<ScriptResult> = {}, stdout = '3\n') =>
  judgeScript(ended(end, changes), { stdout });

describe('the verdict on a program that was run', () => {
  it('is passed for the expected output and status 0, however the program came to its end', () => {
    expect(judged(exited(0))).toEqual({
      kind: 'passed',
      assurance: 'data',
      cpuMs: 4,
      timeSensitive: false,
    });
    expect(judged(exited(0), { stderr: text('a warning\n') }).kind).toBe('passed');
  });

  it('is failed for another output, and says where and what it was', () => {
    expect(judged(exited(0), { stdout: text('4\n') })).toMatchObject({
      kind: 'failed',
      error: 'The output differs at line 1: expected "3", got "4".',
      actual: '4\n',
    });
    expect(judged(exited(0), { stdout: text('') }).error).toBe(
      'The output differs at line 1: expected "3", got nothing more.',
    );
  });

  it('is passed for any output, even a cut one, where none is expected', () => {
    const cut = { ...text('x'), truncated: true };
    expect(judgeScript(ended(exited(0), { stdout: cut }), null).kind).toBe('passed');
    expect(judgeScript(ended(exited(3)), null).kind).toBe('raised');
  });

  it('goes by the rule of the task', () => {
    const result = ended(exited(0), { stdout: text(' 3.0 ') });
    expect(judgeScript(result, { stdout: '3' }).kind).toBe('failed');
    expect(judgeScript(result, { stdout: '3', rule: { kind: 'numbers' } }).kind).toBe('passed');
  });

  it.each([1, 2, 255])('is raised for status %i, whatever was printed', (code) => {
    const stderr = text(
      'Traceback (most recent call last):\n  File "/tmp/box/solution.py", line 1, in <module>\n' +
        'FileNotFoundError: /home/alice/data.txt\n\n',
    );
    expect(judged(exited(code), { stderr })).toMatchObject({
      kind: 'raised',
      error: 'FileNotFoundError: data.txt',
    });
    expect(judged(exited(code)).error).toBe(`The program exited with status ${String(code)}.`);
  });

  it.each(['memory-limit', 'output-limit'] as const)('is %s, whatever was printed', (kind) => {
    expect(judged({ kind })).toMatchObject({ kind });
  });

  it('is that of a stopped or killed program, though its output was right', () => {
    expect(judged({ kind: 'timed-out', cause: 'cpu' }, { timeSensitive: true })).toMatchObject({
      kind: 'timed-out',
      timeSensitive: true,
    });
    expect(judged({ kind: 'killed-by-signal', signal: 'SIGSEGV' })).toMatchObject({
      kind: 'killed-by-signal',
      error: 'The program was ended by SIGSEGV.',
    });
  });

  it('carries what the supervisor saw', () => {
    expect(judged(exited(0), { detail: 'processes' }).detail).toBe('processes');
  });

  it('is never exited-early, and always a verdict that can be stored', () => {
    const ends: readonly ScriptEnd[] = [
      exited(0),
      exited(3),
      { kind: 'timed-out', cause: 'wall' },
      { kind: 'memory-limit' },
      { kind: 'output-limit' },
      { kind: 'killed-by-signal', signal: 'SIGKILL' },
    ];
    for (const end of ends) {
      const outcome = judged(end, { stdout: text('\u001B[2J\uD800') });
      expect(TestOutcome.parse(outcome)).toEqual(outcome);
      expect(outcome.kind).not.toBe('exited-early');
    }
  });
});

describe('a program that prints what it likes', () => {
  it('has its words bounded and free of what acts on a terminal', () => {
    const hostile = '\u001B]0;title\u0007\u202E'.repeat(2_000) + 'x'.repeat(50_000);
    const failed = judged(exited(0), { stdout: text(hostile) });
    const raised = judged(exited(1), { stderr: text(hostile) });
    for (const words of [failed.actual, failed.error, raised.error]) {
      expect(words?.length).toBeLessThanOrEqual(1_000);
      expect(words).not.toMatch(/[\u0000-\u0008\u001B\u202E]/);
    }
  });

  it('fails with more output than is kept, where less is expected', () => {
    const stdout = { text: 'head ... tail', bytes: 1e9, truncated: true };
    expect(judged(exited(0), { stdout })).toMatchObject({
      kind: 'failed',
      error: 'The program printed 1000000000 bytes, far more than expected.',
    });
  });

  it('has no verdict where as much is expected: nobody knows what the middle was', () => {
    const stdout = { text: 'head ... tail', bytes: 70_000, truncated: true };
    expect(() => judged(exited(0), { stdout }, 'é'.repeat(33_000))).toThrow(
      ExpectedOutputTooLongError,
    );
    expect(judged(exited(0), { stdout }, 'é'.repeat(32_000)).kind).toBe('failed');
  });
});
