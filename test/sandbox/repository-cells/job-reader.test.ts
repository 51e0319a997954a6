import type { JobOptions } from '../../../core/adapters/repository';
import { FrameError } from '../../../sandbox/guest/frames';
import { JobReader } from '../../../sandbox/repository-cells/job-reader';
import { readCellFrame, type JobAnswer } from '../../../sandbox/repository-cells/job-answer';

const stream = { text: '', bytes: 0, truncated: false };
const ended = (end: JobAnswer['end']): JobAnswer => ({
  end,
  stdout: stream,
  stderr: stream,
  cpuMs: 1,
  wallMs: 1,
});

function make(options: Partial<JobOptions> = {}) {
  const said: string[] = [];
  const link = {
    stop: () => void said.push('stop'),
    taken: (channel: string, bytes: number) => void said.push(`${channel} ${bytes}`),
    sendLine: (bytes: Buffer) => void said.push(`line ${bytes.length}`),
  };
  const job = new JobReader(link, options, 1);
  const say = (channel: string, text: string): void =>
    job.hearBytes({ channel, bytes: Buffer.from(text) });
  return { job, said, say };
}

describe('a job that is heard', () => {
  it('has its records in order, and its answer by itself', () => {
    const { job, say } = make();
    say('r', '{"a":1}');
    say('r', '{"b":2}');
    say('e', '{"c":3}');
    expect(job.result(ended({ kind: 'finished' }))).toMatchObject({
      end: { kind: 'finished', record: { c: 3 } },
      records: [{ a: 1 }, { b: 2 }],
    });
  });

  it.each(['', 'x', '[]', '1', 'null', '"text"', '{"a":1', '['.repeat(100_000)])(
    'that says %p is stopped, and has tampered',
    (text) => {
      const { job, said, say } = make();
      say('r', text);
      expect(said).toEqual(['stop']);
      expect(job.result(ended({ kind: 'stopped' }))?.end).toMatchObject({
        kind: 'raised',
        detail: 'tampering',
      });
    },
  );

  it('keeps a name such as __proto__ as what it is', () => {
    const { job, say } = make();
    say('e', '{"__proto__":{"bad":1}}');
    const result = job.result(ended({ kind: 'finished' }));
    expect(({} as Record<string, unknown>)['bad']).toBeUndefined();
    expect(JSON.stringify(result?.end)).toContain('__proto__');
  });

  it('goes on handing over a file that nobody wants to read to its end', async () => {
    const { job, said, say } = make({ onFile: () => Promise.resolve() });
    job.hear({ id: '1', file: 'f' });
    say('f', 'abc');
    await new Promise(setImmediate);
    say('f', 'de');
    job.hear({ id: '1', fileEnd: true });
    await job.finish();
    expect(said).toEqual(['file 3', 'file 2']);
    expect(job.result(ended({ kind: 'stopped' }))).toBeNull();
  });

  it('takes no bytes of a file that was not announced, nor of an unknown channel', () => {
    const { job, say } = make();
    expect(() => say('f', 'x')).toThrow(FrameError);
    expect(() => say('?', 'x')).toThrow(FrameError);
    expect(() => job.hear({ id: '1', fileEnd: true })).toThrow(FrameError);
  });

  it.each([
    [{}],
    [{ id: '1' }],
    [{ id: '1', job: { end: { kind: 'passed' } } }],
    [{ id: '1', taken: -1 }],
    [{ id: '1', file: '' }],
    [{ id: '1', archive: { sha256: 'x', entries: 0, bytes: 0 } }],
  ])('is not %j', (value) => {
    expect(() => readCellFrame(value)).toThrow(FrameError);
  });
});
