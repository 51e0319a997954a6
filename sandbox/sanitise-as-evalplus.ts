import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { atOnce } from '../core/values/at-once';
import { hiddenLimit } from '../core/grading/hidden-limit';
import type { Sandbox } from '../core/adapters/sandbox';
import type { SanitiserText } from '../core/adapters/sanitiser';
import type { BoxLimits } from '../core/schemas/verdict';
import { pythonFolder } from './guest/bundle';

/** What one box is given at a time: of texts as models write them far less than its time and its 64 KiB of answers. */
const batch = { texts: 100, chars: 1_000_000 };

/** Of one box: all of its texts, then the one that took it by itself. */
const usualLimits = hiddenLimit({ cpuSeconds: 30 });

const Answer = z.object({ slices: z.array(z.tuple([z.int(), z.int()])) });

/**
 * EvalPlus's `sanitize` by our own program (`python/sanitisers`), in boxes, as some texts may bring down the parser. Texts
 * behind one that ended its box are asked about again. @param width boxes at a time, at least 1 @returns null: it ended its
 * box, or took all of its time (30 s), or was cut into more pieces than an answer holds @throws what the sandbox throws
 */
export async function sanitiseAsEvalPlus(
  texts: readonly SanitiserText[],
  {
    sandbox,
    width,
    limits = usualLimits,
    signal,
  }: {
    readonly sandbox: Sandbox;
    readonly width: number;
    readonly limits?: BoxLimits;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<readonly (string | null)[]> {
  const program = readFileSync(join(pythonFolder(), 'sanitisers', 'as_evalplus.py'), 'utf8');
  const run = async (waiting: readonly SanitiserText[]): Promise<readonly string[]> => {
    const stdin = waiting.map(({ text, entryPoint }) =>
      JSON.stringify({ text, entry: entryPoint }),
    );
    const { stdout } = await sandbox.run(
      { program, stdin: `${stdin.join('\n')}\n`, limits, seed: 0 },
      signal === undefined ? {} : { signal },
    );
    return answersIn(stdout.text, waiting);
  };
  const sanitised = await atOnce(batches(texts), width, async (waiting) => {
    const done: (string | null)[] = [];
    while (done.length < waiting.length) {
      const answers = await run(waiting.slice(done.length));
      // The first of a box has all of its time: without an answer it is to blame itself.
      done.push(...(answers.length === 0 ? [null] : answers));
    }
    return done;
  });
  return sanitised.flat();
}

function batches(texts: readonly SanitiserText[]): readonly (readonly SanitiserText[])[] {
  const all: SanitiserText[][] = [];
  let chars = batch.chars;
  for (const one of texts) {
    chars += one.text.length;
    const last = all.at(-1);
    if (last === undefined || last.length === batch.texts || chars > batch.chars) {
      all.push([one]);
      chars = one.text.length;
    } else last.push(one);
  }
  return all;
}

/** Of the first texts, as many as answered; a line that the box did not finish, or that was cut, is none. */
function answersIn(stdout: string, texts: readonly SanitiserText[]): readonly string[] {
  const answers: string[] = [];
  for (const line of stdout.split('\n')) {
    const text = texts[answers.length]?.text;
    const slices = text === undefined ? null : slicesIn(line);
    if (text === undefined || slices === null) break;
    answers.push(slices.map(([start, end]) => text.slice(start, end)).join('\n'));
  }
  return answers;
}

function slicesIn(line: string): z.infer<typeof Answer>['slices'] | null {
  try {
    return Answer.parse(JSON.parse(line)).slices;
  } catch {
    return null;
  }
}
