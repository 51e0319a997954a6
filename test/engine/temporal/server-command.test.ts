import { serverCommand } from '../../../engine/temporal/server-command';

const files = { binary: '/b/temporal', database: '/s/e.sqlite', home: '/s', searchPath: '/bin' };

describe('serverCommand', () => {
  it('is frozen: a restarted server must get the settings that it had', () => {
    const command = serverCommand(files, { frontend: 21_000, ui: 21_001, metrics: 21_002 });
    expect(command.file).toBe('/b/temporal');
    expect(command.environment).toEqual({ PATH: '/bin', HOME: '/s', GOGC: '400' });
    expect(command.args.join(' ').split(' --')).toEqual([
      'server start-dev',
      'db-filename /s/e.sqlite',
      'ip 127.0.0.1',
      'port 21000',
      'ui-ip 127.0.0.1',
      'ui-port 21001',
      'metrics-port 21002',
      'log-level warn',
      'sqlite-pragma journal_mode=WAL',
      'sqlite-pragma synchronous=NORMAL',
      'dynamic-config-value history.transferProcessorMaxPollRPS=1000',
      'dynamic-config-value matching.numTaskqueueReadPartitions=1',
      'dynamic-config-value matching.numTaskqueueWritePartitions=1',
      'dynamic-config-value system.enableActivityEagerExecution=true',
      'dynamic-config-value frontend.enableServerVersionCheck=false',
      'search-attribute EspalierRun=Keyword',
      'search-attribute EspalierMethod=Keyword',
      'search-attribute EspalierDataset=Keyword',
      'search-attribute EspalierModel=Keyword',
      'search-attribute EspalierPhase=Keyword',
    ]);
  });
});
