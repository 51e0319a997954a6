/**
 * Builds the Debian root with Python that programs run in, from the distribution's own packages.
 * Run as root, with debootstrap installed:
 *   node scripts/run.cjs scripts/build-sandbox-image.ts [--image NAME] [--root DIR] [--no-image] [--numpy] [--suite bookworm] [--mirror URL]
 * Writes a Docker image (default espalier-python:bookworm), and with --root also a folder for ESPALIER_SANDBOX_ROOT.
 * With --numpy programs may import it. About a minute and 150 MB, with numpy 50 MB more. Exit 3 when something it needs is missing; image and folder appear when whole.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

import Docker from 'dockerode';

import { EspalierError, NotReadyError, UsageError } from '../core/errors/errors';
import { readSettings } from '../config/settings';
import { defaultImage } from '../sandbox';
import { defaultDockerHost, parseDockerHost } from '../sandbox/docker-engine';

interface Plan {
  readonly image: string | null;
  readonly root: string | null;
  readonly numpy: boolean;
  readonly suite: string;
  readonly mirror: string;
  readonly dockerHost: string;
}

/** Folders of the root that no program needs. */
const leftOut = [
  'var/cache/apt',
  'var/lib/apt/lists',
  'var/log',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
];

function say(text: string): void {
  console.log(`build-sandbox-image: ${text}`);
}

const flags = {
  image: { type: 'string', default: defaultImage },
  root: { type: 'string' },
  'no-image': { type: 'boolean', default: false },
  numpy: { type: 'boolean', default: false },
  suite: { type: 'string', default: 'bookworm' },
  mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
} as const;

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    const known = Object.keys(flags).map((name) => `--${name}`);
    throw new UsageError((error as Error).message, `Known: ${known.join(' ')}`);
  }
}

function readPlan(args: readonly string[]): Plan {
  const values = readFlags(args);
  const root = values.root === undefined ? null : resolve(values.root);
  if (values['no-image'] && root === null) {
    throw new UsageError('--no-image without --root builds nothing', 'Add --root DIR');
  }
  if (root !== null && existsSync(root) && readdirSync(root).length > 0) {
    throw new UsageError(`${root} is not empty`, 'Name a folder that does not exist yet');
  }
  return {
    image: values['no-image'] ? null : values.image,
    root,
    numpy: values.numpy,
    suite: values.suite,
    mirror: values.mirror,
    dockerHost: readSettings().DOCKER_HOST ?? defaultDockerHost,
  };
}

async function requireParts(plan: Plan): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new NotReadyError('debootstrap has to run as root', 'Run this script as root');
  }
  if (spawnSync('debootstrap', ['--version']).status !== 0) {
    throw new NotReadyError('debootstrap is missing', 'Run: apt-get install debootstrap');
  }
  if (plan.image === null) return;
  try {
    await new Docker(parseDockerHost(plan.dockerHost)).ping();
  } catch (cause) {
    throw new NotReadyError(
      `no Docker engine answers at ${plan.dockerHost}`,
      'Start Docker, or build for bubblewrap only: --no-image --root DIR',
      { cause },
    );
  }
}

function bootstrap(plan: Plan, folder: string): void {
  say(`debootstrap ${plan.suite} from ${plan.mirror}`);
  const packages = `--include=python3-minimal,python3,git,patch${plan.numpy ? ',python3-numpy' : ''}`;
  const args = ['--variant=minbase', packages, plan.suite, folder, plan.mirror];
  const { status } = spawnSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    throw new NotReadyError(
      `debootstrap ended with ${String(status)}`,
      'Its own words are above; check the mirror and the suite',
    );
  }
  for (const path of leftOut) rmSync(join(folder, path), { recursive: true, force: true });
  // debootstrap's work folder is private; boxes read it as nobody.
  chmodSync(folder, 0o755);
}

function packed(folder: string): { readonly tar: Readable; readonly over: Promise<void> } {
  const child = spawn('tar', ['-C', folder, '--exclude=./dev/*', '--numeric-owner', '-c', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const over = new Promise<void>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new NotReadyError(`tar ended with ${String(code)}`, 'Its own words are above'));
    });
  });
  return { tar: child.stdout, over };
}

async function importImage(image: string, dockerHost: string, folder: string): Promise<void> {
  say(`import as Docker image ${image}`);
  const docker = new Docker(parseDockerHost(dockerHost));
  const colon = image.lastIndexOf(':');
  const [repo, tag] =
    colon > image.lastIndexOf('/')
      ? [image.slice(0, colon), image.slice(colon + 1)]
      : [image, 'latest'];
  const { tar, over } = packed(folder);
  const answer = await docker.importImage(tar, { repo, tag });
  await Promise.all([
    over,
    new Promise<void>((done, fail) => {
      docker.modem.followProgress(answer, (error) => (error === null ? done() : fail(error)));
    }),
  ]);
  const { Id, Size } = await docker.getImage(image).inspect();
  say(`${image} is ${Id}, ${Math.round(Size / 1e6)} MB`);
}

async function main(): Promise<void> {
  const plan = readPlan(process.argv.slice(2));
  await requireParts(plan);
  const parent = plan.root === null ? tmpdir() : dirname(plan.root);
  const work = mkdtempSync(join(parent, 'espalier-root-'));
  try {
    const folder = join(work, 'root');
    bootstrap(plan, folder);
    if (plan.image !== null) await importImage(plan.image, plan.dockerHost, folder);
    if (plan.root !== null) {
      rmSync(plan.root, { recursive: true, force: true });
      renameSync(folder, plan.root);
      say(`${plan.root} is ready: ESPALIER_SANDBOX_ROOT=${plan.root}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  if (error instanceof EspalierError) {
    console.error(`build-sandbox-image: ${error.message}\n  ${error.remedy}`);
    process.exitCode = error.exitCode;
  } else {
    console.error(error);
    process.exitCode = 1;
  }
});
