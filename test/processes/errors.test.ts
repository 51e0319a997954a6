import {
  DiskFullError,
  folderFailure,
  LockHeldError,
  PortInUseError,
  ProcessExitedEarlyError,
  ProcessNotReadyError,
  ProcessNotStartedError,
  ProcessNotStoppedError,
  reasonOf,
  StateFolderNotWritableError,
} from '../../processes/errors';

const cause = new Error('no such thing');
const tail = { processName: 'engine', logFile: '/logs/engine.log', logTail: 'one\ntwo' };

describe('what went wrong with a process', () => {
  it.each([
    [
      new StateFolderNotWritableError('/state', { cause }),
      'STATE_FOLDER_NOT_WRITABLE',
      'cannot write to /state: no such thing',
      'ESPALIER_HOME',
    ],
    [
      new StateFolderNotWritableError('/state'),
      'STATE_FOLDER_NOT_WRITABLE',
      'cannot write to /state',
      '',
    ],
    [
      new PortInUseError('engine', 7233, '/state/ports.json'),
      'PORT_IN_USE',
      'port 7233 on 127.0.0.1, which the engine of this state folder uses, is held by another program',
      'remove /state/ports.json',
    ],
    [
      new LockHeldError('start', 42, 61_400),
      'LOCK_HELD',
      'process 42 has held the lock start for more than 61 s',
      'Wait for process 42',
    ],
    [
      new ProcessNotStartedError('worker', 'node main.js', { cause }),
      'PROCESS_NOT_STARTED',
      'could not start the worker: node main.js: no such thing',
      'espalier doctor',
    ],
    [
      new ProcessExitedEarlyError(tail, 'exit code 7'),
      'PROCESS_EXITED_EARLY',
      'the engine ended before it was ready (exit code 7); its last lines:\none\ntwo',
      '/logs/engine.log',
    ],
    [
      new ProcessNotReadyError({ ...tail, logTail: '' }, 29_600),
      'PROCESS_NOT_READY',
      'the engine did not answer within 30 s; it wrote nothing',
      '/logs/engine.log',
    ],
    [
      new ProcessNotStoppedError('worker', 42, { cause }),
      'PROCESS_NOT_STOPPED',
      'could not stop the worker, process 42: no such thing',
      'Stop process 42',
    ],
  ])('is told with a remedy: %s', (error, code, message, remedy) => {
    expect([error.code, error.message, error.exitCode]).toEqual([code, message, 3]);
    expect(error.remedy).toContain(remedy);
  });

  it('quotes the end of a long log', () => {
    const error = new ProcessExitedEarlyError({ ...tail, logTail: `a${'b'.repeat(1_500)}` }, 'x');
    expect(error.message.endsWith(`:\n${'b'.repeat(1_500)}`)).toBe(true);
    expect(error.logTail).toHaveLength(1_501);
  });

  it('of a full disk pauses the run, and says how much room there is', () => {
    const error = new DiskFullError('/state', { freeBytes: 5_000 });
    expect(error.message).toBe('no room on the disk that holds /state (4 KiB free)');
    expect(error).toMatchObject({ code: 'DISK_FULL', fate: 'pauses-run' });
    expect(new DiskFullError('/state').message).toBe('no room on the disk that holds /state');
  });

  it('of a folder is told by its system code; anything else is left as it is', () => {
    const failure = (code: string) => folderFailure(Object.assign(new Error('x'), { code }), '/p');
    for (const code of ['ENOSPC', 'EDQUOT']) expect(failure(code)).toBeInstanceOf(DiskFullError);
    for (const code of ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR']) {
      expect(failure(code)).toMatchObject({ code: 'STATE_FOLDER_NOT_WRITABLE', path: '/p' });
    }
    expect(failure('EIO')).toMatchObject({ code: 'EIO' });
    expect(folderFailure('odd', '/p')).toBe('odd');
  });

  it('has the words of its cause, of whatever kind that is', () => {
    expect([reasonOf(undefined), reasonOf(cause), reasonOf({ a: 1 })]).toEqual([
      '',
      ': no such thing',
      ': {"a":1}',
    ]);
  });
});
