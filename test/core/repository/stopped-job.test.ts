import type { JobEnd } from '../../../core/adapters/repository';
import { wasStopped } from '../../../core/repository/stopped-job';

test.each<[JobEnd, boolean]>([
  [{ kind: 'timed-out', cause: 'wall' }, true],
  [{ kind: 'timed-out', cause: 'cpu' }, false],
  [{ kind: 'killed-by-signal', signal: 'SIGKILL' }, true],
  [{ kind: 'memory-limit' }, true],
  [{ kind: 'exited', code: 1 }, false],
  [{ kind: 'output-limit', cause: 'files' }, false],
  [{ kind: 'raised', error: { type: 'ValueError', message: '' } }, false],
])('a job that ended with %j may have been stopped by a busy machine: %j', (end, stopped) => {
  expect(wasStopped(end)).toBe(stopped);
});
