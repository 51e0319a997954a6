import {
  EngineBinaryMissingError,
  EngineBinaryUnusableError,
  EngineDatabaseCorruptError,
  EngineDatabaseLockedError,
  EngineNotStartedError,
  EngineUnreachableError,
  EngineVersionMismatchError,
} from '../../engine/errors';

const database = '/state/engine.sqlite';

describe('trouble with the engine', () => {
  it.each([
    [
      new EngineBinaryMissingError([
        { way: 'PATH', reason: 'not there' },
        { way: 'download', reason: 'refused' },
      ]),
      'ENGINE_BINARY_MISSING',
      'no usable temporal program (it runs the local engine):\n  - PATH: not there\n  - download: refused',
      /TEMPORAL_CLI_PATH/,
    ],
    [
      new EngineBinaryUnusableError('/bin/x', 'it is old'),
      'ENGINE_BINARY_UNUSABLE',
      'TEMPORAL_CLI_PATH=/bin/x cannot be used: it is old',
      /unset it/,
    ],
    [
      new EngineDatabaseLockedError(database, [7, 9]),
      'ENGINE_DATABASE_LOCKED',
      `the engine's database ${database} is in use by process 7, 9, which this state folder does not know`,
      /^Stop process 7 \(ps -p 7 /,
    ],
    [
      new EngineDatabaseLockedError(database, []),
      'ENGINE_DATABASE_LOCKED',
      `the engine's database ${database} is in use by another process, which this state folder does not know`,
      /fuser \/state\/engine\.sqlite/,
    ],
    [
      new EngineNotStartedError('/logs/engine.log', { cause: new Error('it ended') }),
      'ENGINE_NOT_STARTED',
      'the local engine did not start: it ended',
      /\/logs\/engine\.log/,
    ],
    [
      new EngineUnreachableError('h:7233', 'refused'),
      'ENGINE_UNREACHABLE',
      'the engine at TEMPORAL_ADDRESS=h:7233 cannot be reached: refused',
      /TEMPORAL_ADDRESS/,
    ],
  ])('is told with a remedy: %s', (error, code, message, remedy) => {
    expect([error.code, error.message, error.exitCode]).toEqual([code, message, 3]);
    expect(error.remedy).toMatch(remedy);
  });

  it('with its database has a remedy that moves the database aside and never removes it', () => {
    const aside =
      /mkdir (\/state\/engine-aside-\d{8}T\d{6}) && mv \/state\/engine\.sqlite\* \/state\/engine\.version\.json \1\/ /;
    const corrupt = new EngineDatabaseCorruptError(database, 'it is empty');
    expect(corrupt.message).toContain(`${database} is damaged or was never finished: it is empty`);
    expect(corrupt.remedy).toMatch(aside);
    const versions = { madeBy: '1.20', found: '1.29', path: '/bin/temporal' };
    const other = new EngineVersionMismatchError(database, versions);
    expect(other.message).toContain('made by Temporal server 1.20; /bin/temporal is 1.29');
    expect(other.remedy).toContain('a temporal program with server 1.20. Or: ');
    expect(other.remedy).toMatch(aside);
    for (const { remedy } of [corrupt, other]) expect(remedy).toContain('run resume RUN');
  });
});
