import { ProcessExitedEarlyError, ProcessNotReadyError } from '../../../processes';
import { explainServerFailure } from '../../../engine/temporal/explain-server-failure';

const places = { database: '/s/engine.sqlite', logFile: '/s/engine.log', portsFile: '/s/ports' };

function endedWith(logTail: string): unknown {
  const failure = { processName: 'engine', logFile: places.logFile, logTail };
  return explainServerFailure(new ProcessExitedEarlyError(failure, 'exit code 1'), places);
}

describe('explainServerFailure', () => {
  // Lines that server 1.29.1 wrote when it was given each of these troubles.
  it.each([
    [
      `msg="can't set frontend port 7311: listen tcp 127.0.0.1:7311: bind: address already in use"`,
      'PORT_IN_USE',
    ],
    [`msg="service failures" error="database or disk is full (13)"`, 'DISK_FULL'],
    [`error executing statement "CREATE TABLE x": disk I/O error (4874)"`, 'DISK_FULL'],
    [
      `SaveClusterMetadata operation failed. Error: database is locked (5) (SQLITE_BUSY)`,
      'ENGINE_DATABASE_LOCKED',
    ],
    [`unable to create SQLite admin DB: file is not a database (26)`, 'ENGINE_DATABASE_CORRUPT'],
    [`SQL logic error: no such table: namespaces (1)`, 'ENGINE_DATABASE_CORRUPT'],
    [`database disk image is malformed (11)`, 'ENGINE_DATABASE_CORRUPT'],
    [`attempt to write a readonly database (8)`, 'STATE_FOLDER_NOT_WRITABLE'],
    [`something new`, 'ENGINE_NOT_STARTED'],
  ])('reads %s as %s', (line, code) => {
    expect(endedWith(line)).toMatchObject({ code, exitCode: 3 });
  });

  it('quotes the log where it does not know the cause', () => {
    expect(endedWith('something new')).toHaveProperty('message', expect.stringMatching(/new$/));
  });

  it('names the port', () => {
    expect(endedWith("can't set UI port 8311: listen tcp 127.0.0.1:8311: bind")).toHaveProperty(
      'port',
      8311,
    );
  });

  it('knows the same causes behind a server that never answered', () => {
    const failure = { processName: 'engine', logFile: '', logTail: 'database or disk is full' };
    const error = new ProcessNotReadyError(failure, 30_000);
    expect(explainServerFailure(error, places)).toMatchObject({ code: 'DISK_FULL' });
  });

  it('leaves other errors as they are', () => {
    const error = new Error('other');
    expect(explainServerFailure(error, places)).toBe(error);
  });
});
