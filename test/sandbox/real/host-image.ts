import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import Docker from 'dockerode';

import { parseDockerHost } from '../../../sandbox/docker-engine';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { laboratoryPython } from '../../../laboratory/python-folder';

const docker = new Docker(parseDockerHost(dockerHost));

/** Libraries that a program or an extension module of Python loads. */
function librariesOf(files: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('ldd', [...files], { encoding: 'utf8' });
  return [...stdout.matchAll(/(\/\S+\.so\S*)/g)].map(([, path]) => path ?? '').filter(existsSync);
}

/** This machine's own Python, without its packages: an image in two seconds, without a network. */
export function pythonFiles(): readonly string[] {
  const python = realpathSync('/usr/bin/python3');
  const library = `/usr/lib/${python.split('/').at(-1) ?? ''}`;
  const modules = join(library, 'lib-dynload');
  const extensions = readdirSync(modules)
    .filter((name) => name.endsWith('.so'))
    .map((name) => join(modules, name));
  // Patches are applied with these.
  const programs = ['/bin/true', '/usr/bin/git', '/usr/bin/patch'].filter(existsSync);
  const names = [python, '/usr/bin/python3', library, ...programs];
  return [...new Set([...names, ...librariesOf([python, ...programs, ...extensions])])];
}

async function importTar(name: string, tar: Readable): Promise<void> {
  const [repo, tag] = name.split(':');
  const answer = await docker.importImage(tar, { repo, tag });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(answer, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Makes an image out of this machine's /usr/bin/python3, with Python of a program's own in /usr/lib/planted. */
export async function importHostPython(name: string): Promise<void> {
  const files = pythonFiles().map((path) => path.replace(/^\//, ''));
  const args = ['-C', '/', '--dereference', '--exclude=__pycache__', '-c', ...new Set(files)];
  args.push('--transform=s,^repository-jobs,usr/lib/planted/pylib,');
  args.push('-C', laboratoryPython, 'repository-jobs');
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await importTar(name, tar.stdout);
}

/** Makes an image with nothing in it. */
export async function importEmptyImage(name: string): Promise<void> {
  await importTar(name, Readable.from([Buffer.alloc(10_240)]));
}

export async function removeImage(name: string): Promise<void> {
  await docker.getImage(name).remove({ force: true });
}

export interface FoundContainer {
  readonly id: string;
  readonly state: string;
}

/** Containers of a state label, whatever their state. */
export async function containersOf(stateLabel: string): Promise<readonly FoundContainer[]> {
  const filters = { label: [`espalier.state=${stateLabel}`] };
  const found = await docker.listContainers({ all: true, filters });
  return found.map(({ Id, State }) => ({ id: Id, state: State }));
}

export async function killContainer(id: string): Promise<void> {
  await docker.getContainer(id).kill();
}
