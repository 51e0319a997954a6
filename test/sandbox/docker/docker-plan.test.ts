import { planContainer } from '../../../sandbox/docker-backend';
import { DockerCallError, parseDockerHost } from '../../../sandbox/docker-engine';
import { toSandboxError } from '../../../sandbox/to-sandbox-error';

const shape = { memoryMb: 256 };

describe('the plan of a container', () => {
  const options = { image: 'i', stateLabel: '/state', bootstrap: 'b', owner: 'o', user: 7 };

  it('bounds memory of the whole cell at a half more than one process and its own needs', () => {
    expect(planContainer({ memoryMb: 100 }, options).memoryBytes).toBe(214 * 1024 * 1024);
    expect(planContainer({ memoryMb: 1_024 }, options).memoryBytes).toBe(1_600 * 1024 * 1024);
  });

  it('runs as the user that was drawn for it, bounds processes and scratch, and brings its own list of system calls', () => {
    const plan = planContainer(shape, options);
    expect([plan.user, plan.processes]).toEqual(['7:7', 256]);
    expect(plan.scratch).toEqual({ '/tmp': 1024 * 1024, '/dev/shm': 1024 * 1024 });
    const profile: unknown = JSON.parse(plan.callFilter.replace(/^seccomp=/, ''));
    expect(profile).toMatchObject({ defaultAction: 'SCMP_ACT_ERRNO' });
  });

  it('has a file space only where it is asked for one, with room in memory, sockets and more processes', () => {
    const size = { memoryMb: 100, space: { filesMb: 30, scratchMb: 20 } };
    const plan = planContainer(size, options);
    expect(plan.memoryBytes).toBe(264 * 1024 * 1024);
    expect(plan.fileSpace).toEqual({ path: '/srv', bytes: 30 * 1024 * 1024 });
    expect(plan.processes).toBe(1_024);
    expect(plan.callFilter).toContain('"bind"');
    expect(planContainer(shape, options)).toMatchObject({ fileSpace: null, processes: 256 });
    expect(planContainer(shape, options).callFilter).not.toContain('"bind"');
  });

  it('is labelled with the state folder and the owner', () => {
    expect(planContainer(shape, options).labels).toEqual({
      'espalier.state': '/state',
      'espalier.owner': 'o',
    });
  });
});

describe('the address of the engine', () => {
  it.each([
    ['unix:///run/d.sock', { socketPath: '/run/d.sock' }],
    ['tcp://10.0.0.1:2375', { protocol: 'http', host: '10.0.0.1', port: 2375 }],
    ['https://d.example:2376', { protocol: 'https', host: 'd.example', port: 2376 }],
    ['tcp://[::1]:2375', { protocol: 'http', host: '::1', port: 2375 }],
  ])('%s is understood', (address, expected) => {
    expect(parseDockerHost(address)).toEqual(expected);
  });

  it.each(['ssh://host', 'tcp://host', 'nonsense'])('%s is refused by name', (address) => {
    expect(() => parseDockerHost(address)).toThrow(address);
  });
});

describe('what an engine’s error means', () => {
  const said = (status: number | null, message: string): unknown =>
    new DockerCallError(message, status, { cause: null });

  it.each([
    [404, 'No such image: i:latest', 'SANDBOX_IMAGE_MISSING', 'pauses-run'],
    [null, 'connect ENOENT /var/run/docker.sock', 'SANDBOX_UNAVAILABLE', 'retryable'],
    [500, 'out of inodes', 'SANDBOX_UNAVAILABLE', 'retryable'],
    [
      400,
      'exec: "python3": executable file not found in $PATH',
      'SANDBOX_PYTHON_UNUSABLE',
      'pauses-run',
    ],
  ] as const)('%s %s is %s (%s)', (...[status, message, code, fate]) => {
    expect(toSandboxError(said(status, message), 'i', 'h')).toMatchObject({ code, fate });
  });
});
