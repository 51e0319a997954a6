import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import Docker from 'dockerode';

import { defaultImage } from '../../../sandbox/docker-backend';
import { parseDockerHost } from '../../../sandbox/docker-engine';
import { pythonFolder } from '../../../sandbox/guest/bundle';
import { seccompOption } from '../../../sandbox/seccomp-profile';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { describeWithDocker } from '../../prerequisites';

/** Calls that the guest itself needs, and the one that would take a terminal away if it were let through. */
const kept = [
  'unshare',
  'setns',
  'mount',
  'umount2',
  'seccomp',
  'memfd_create',
  'get_robust_list',
  'setsockopt',
  'vhangup',
  'sched_setaffinity',
];

function probe(): string {
  const table = readFileSync(join(pythonFolder(), 'sandbox_tools/box/syscalls.py'), 'utf8');
  const program = readFileSync(join(__dirname, '../real/profile-probe.py'), 'utf8');
  return `${table}\nKEPT = ${JSON.stringify(kept)}\n${program}`;
}

interface Answers {
  readonly refused: Readonly<Record<string, string>>;
  readonly allowed: Readonly<Record<string, string | number>>;
}

async function answersIn(securityOptions: readonly string[]): Promise<Answers> {
  const docker = new Docker(parseDockerHost(dockerHost));
  const container = await docker.createContainer({
    Image: defaultImage,
    Entrypoint: ['python3', '-s', '-B', '-c', probe()],
    User: '65534:65534',
    NetworkDisabled: true,
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', ...securityOptions],
      Tmpfs: { '/tmp': 'size=1m' },
    },
  });
  try {
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    const output = new PassThrough();
    const modem = container.modem as { demuxStream: typeof docker.modem.demuxStream };
    modem.demuxStream(stream, output, output);
    stream.on('end', () => output.end());
    await container.start();
    return JSON.parse(await text(output)) as Answers;
  } finally {
    await container.remove({ force: true });
  }
}

describeWithDocker('a container under the profile', () => {
  it('lets an unprivileged guest wall programs off, and refuses the rest', async () => {
    const { refused, allowed } = await answersIn([seccompOption()]);
    expect(allowed).toEqual({
      unshare: 'ok',
      'zygote pid': 1,
      private: 'ok',
      // The engine covers parts of /proc, and the kernel makes no whole one beside it.
      'mount proc': 'EPERM',
      'unshare pid': 'ok',
      'box pid': 1,
      'unshare user+mnt': 'ok',
      'mount tmpfs': 'ok',
      capset: 'ok',
      no_new_privs: 'ok',
      filter: 'ok',
      'setns back': 'ok',
      'unshare pid again': 'ok',
    });
    const { clone3, socket, connect, ...others } = refused;
    expect({ clone3, socket, connect }).toEqual({
      clone3: 'ENOSYS',
      socket: 'EACCES',
      connect: 'EACCES',
    });
    expect(Object.keys(others).length).toBeGreaterThan(80);
    expect(Object.entries(others).filter(([, answer]) => answer !== 'EPERM')).toEqual([]);
  }, 60_000);

  it('differs from one under the engine’s own profile, where nobody can be walled off', async () => {
    const { allowed } = await answersIn([]);
    expect(allowed).toEqual({ unshare: 'EPERM' });
  }, 60_000);
});
