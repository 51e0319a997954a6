import {
  installationOf,
  mayDiffer,
} from '../../../../activities/environment/repository/install-record';
import type { JobEnd } from '../../../../core/adapters/repository';

const installed = { installed: 'a'.repeat(64), python: '3.11.2' };
const attempt = (more: object): object => ({
  ...{ kind: 'attempt', rung: 2, step: 'build', exit: 0, seconds: 1, log: '', signature: null },
  ...more,
});
const finished = (more: object): JobEnd => ({
  kind: 'finished',
  record: {
    ...{ kind: 'environment', status: 'ok', step: null, reason: null, python: '3.11.2', lock: [] },
    ...more,
  },
});

describe('what an installation came to', () => {
  it('is its tar, its packages and the rung that worked last', () => {
    const file = { file: 'x-1.whl', sha256: 'b'.repeat(64), built: false };
    const records = [
      attempt({ rung: 1, step: 'resolve', exit: 1, signature: { kind: 'other', text: 'no' } }),
      attempt({ rung: 2, step: 'install' }),
      { kind: 'attempt', step: 'of somebody else' },
    ];
    const lock = [{ name: 'x', version: '1', ...file }];
    const found = installationOf(finished({ lock }), records, installed);
    expect(found).toMatchObject({ ended: null, packages: { x: '1' }, rung: 2, lacks: null });
    expect(found.attempts).toHaveLength(2);
    const other = installationOf(finished({ lock: [] }), records, installed);
    expect(other.lock).not.toBe(found.lock);
  });

  it('is what it lacks, where a part could not be had', () => {
    const end = finished({ status: 'partial', reason: 'test extras not installed' });
    expect(installationOf(end, [], installed)).toMatchObject({
      ended: null,
      lacks: 'test extras not installed',
    });
  });

  it('is a failure with the step and the last lines, where the job says so', () => {
    const records = [
      attempt({
        exit: 1,
        log: 'one\n \t\ntwo\n',
        signature: { kind: 'build-raised', text: 'two' },
      }),
    ];
    const end = finished({ status: 'install_failed', step: 'build', reason: 'build-raised: two' });
    expect(installationOf(end, records, { ...installed, installed: null }).ended).toEqual({
      ...{ code: 'install_failed', step: 'build', why: 'build-raised: two\none\ntwo' },
    });
  });

  it('is a failure of the step at hand, whatever ended the job, and may be another the next time', () => {
    const records = [attempt({}), attempt({ step: 'resolve' })];
    const end: JobEnd = { kind: 'memory-limit' };
    expect(installationOf(end, records, installed).ended).toMatchObject({
      ...{ code: 'install_failed', step: 'resolve', why: 'more memory than there is for it' },
    });
    expect(mayDiffer(end, records)).toBe(true);
    expect(mayDiffer(finished({}), records)).toBe(false);
    const late = attempt({ exit: null, signature: { kind: 'time-limit', text: 'late' } });
    expect(mayDiffer(finished({ status: 'install_failed' }), [late])).toBe(true);
  });

  it('keeps the end of a long log, where the error is', () => {
    const log = `${'start '.repeat(2_000)}the error`;
    const { attempts } = installationOf(finished({}), [attempt({ log })], installed);
    expect(attempts[0]?.log).toHaveLength(4_000);
    expect(attempts[0]?.log.endsWith('the error')).toBe(true);
  });

  it('is too large, where more was handed over than a cell holds', () => {
    const end: JobEnd = { kind: 'output-limit', cause: 'files' };
    expect(installationOf(end, [], installed).ended?.code).toBe('too_large');
  });

  it('is no success without a tar that was handed over whole', () => {
    const none = { ...installed, installed: null };
    expect(installationOf(finished({}), [], none).ended?.code).toBe('install_failed');
  });
});
