import { exitCodes } from '../../core/errors/errors';
import { sandboxBackends } from '../../core/names/sandbox-backends';
import {
  SandboxInfraError,
  SandboxMissingError,
  openSandbox,
  probeSandboxes,
  reapOrphans,
} from '../../sandbox';
import { backends } from '../../sandbox/backends';
import type { CellBackend } from '../../sandbox/cells/cell-backend';
import type { Hello } from '../../sandbox/guest/protocol';
import { approval, isPythonNewEnough } from '../../sandbox/open-sandbox';
import { hello, isolation } from './scripted-backend';

const nothing = {
  stateLabel: 'espalier-test-nothing',
  searchPath: '/nowhere',
  dockerHost: 'unix:///nowhere/docker.sock',
};

describe('a machine with neither bubblewrap nor Docker', () => {
  it('is refused with both reasons and what to install, exit 3', async () => {
    const failure = openSandbox({ backend: 'auto', ...nothing });
    await expect(failure).rejects.toThrow(SandboxMissingError);
    await expect(failure).rejects.toMatchObject({
      exitCode: exitCodes.notReady,
      fate: 'pauses-run',
    });
    await expect(failure).rejects.toThrow(/bwrap.*\/nowhere.*unix:\/\/\/nowhere\/docker.sock/s);
    await expect(failure).rejects.toMatchObject({
      remedy: expect.stringMatching(/apt-get install bubblewrap.*ESPALIER_SANDBOX_IMAGE/) as string,
    });
  });

  it('is described to doctor, each backend with its remedy', async () => {
    const findings = await probeSandboxes({ backend: 'auto', ...nothing });
    expect(findings[0]).toMatchObject({ name: 'sandbox', ok: false });
    expect(findings.map(({ name, ok }) => [name, ok])).toEqual(
      expect.arrayContaining([
        ['bubblewrap', false],
        ['docker', false],
      ]),
    );
    for (const { ok, remedy } of findings) expect(ok || remedy !== undefined).toBe(true);
  });

  it('has no orphans, and says that containers could not be looked for', async () => {
    const reaped = await reapOrphans(nothing);
    expect(reaped.map(({ backend }) => backend)).toEqual([...sandboxBackends]);
    expect(reaped.flatMap(({ removed }) => removed)).toEqual([]);
    expect(reaped.find(({ backend }) => backend === 'docker')?.unreachable).toContain(
      '/nowhere/docker.sock',
    );
  });
});

describe('a backend asked for by name', () => {
  it('fails with its own error: an engine that is down is worth waiting for', async () => {
    const failure = openSandbox({ backend: 'docker', ...nothing });
    await expect(failure).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE', fate: 'retryable' });
  });
});

describe('a row that opens what calls itself by the name of another', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is refused, and what it opened is closed', async () => {
    let closed = 0;
    const other: CellBackend = {
      name: 'bubblewrap',
      place: 'host',
      memoryUnbounded: null,
      start: () => Promise.reject(new Error('nothing is started')),
      close: async () => void (closed += 1),
    };
    jest.replaceProperty(backends, 'docker', { ...backends.docker, open: async () => other });
    await expect(openSandbox({ backend: 'docker', ...nothing })).rejects.toMatchObject({
      code: 'SANDBOX_INFRA',
      message: expect.stringContaining('calls itself bubblewrap') as string,
    });
    expect(closed).toBe(1);
  });
});

describe('the Python of a box', () => {
  it.each([
    ['3.9.2', true],
    ['3.13.0', true],
    ['3.8.18', false],
    ['2.7.18', false],
    ['4.0.0', false],
  ])('%s: new enough is %s', (version, expected) => {
    expect(isPythonNewEnough(version)).toBe(expected);
  });
});

describe('every later cell', () => {
  const backend = { name: 'bubblewrap', place: 'host', memoryUnbounded: null } as const;

  it('like the first one is taken', () => {
    const approve = approval(backend);
    approve(hello);
    expect(() => approve({ ...hello, maxRequest: 7 })).not.toThrow();
  });

  it.each<[string, Partial<Hello>]>([
    ['Python', { python: '3.11.3' }],
    ['machine', { machine: 'aarch64' }],
    ['preloaded modules', { preload: ['numpy'] }],
    ['count of memory kills', { isolation: { ...isolation, countsOom: true } }],
  ])('with another %s is refused as trouble of the sandbox', (_, changes) => {
    const approve = approval(backend);
    approve(hello);
    const refused = () => approve({ ...hello, ...changes });
    expect(refused).toThrow(SandboxInfraError);
    expect(refused).toThrow(/it is .*; the first one was /);
    // What is refused does not become what the others are measured by.
    expect(() => approve(hello)).not.toThrow();
  });
});
