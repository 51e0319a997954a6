import { exitCodes } from '../../core/errors';
import { SandboxMissingError, openSandbox, probeSandboxes, reapOrphans } from '../../sandbox';
import { isPythonNewEnough } from '../../sandbox/open-sandbox';

const nothing = {
  stateLabel: 'espalier-test-nothing',
  searchPath: '/nowhere',
  dockerHost: 'unix:///nowhere/docker.sock',
};

describe('a machine with neither bubblewrap nor Docker', () => {
  it('is refused with both reasons and what to install, exit 3', async () => {
    const failure = openSandbox({ provider: 'auto', ...nothing });
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

  it('is described to doctor, each provider with its remedy', async () => {
    const findings = await probeSandboxes({ provider: 'auto', ...nothing });
    expect(findings.map(({ name, ok }) => [name, ok])).toEqual([
      ['sandbox', false],
      ['bubblewrap', false],
      ['docker', false],
    ]);
    for (const { remedy } of findings) expect(remedy).toBeTruthy();
  });

  it('has no orphans, and says that containers could not be looked for', async () => {
    const reaped = await reapOrphans(nothing);
    expect(reaped).toMatchObject({ containers: [], processes: [], memoryGroups: [] });
    expect(reaped.dockerUnreachable).toContain('/nowhere/docker.sock');
  });
});

describe('a provider asked for by name', () => {
  it('fails with its own error: an engine that is down is worth waiting for', async () => {
    const failure = openSandbox({ provider: 'docker', ...nothing });
    await expect(failure).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE', fate: 'retryable' });
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
