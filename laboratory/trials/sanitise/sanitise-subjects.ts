import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { SanitiserText } from '../../../core/adapters/sanitiser';
import { loadReferences, readSamples } from '../../../datasets';
import type { ReferenceProblem } from '../../../datasets';
import { loadReplies } from '../replies/reply-rows';

/** A text that models wrote, as both sanitisers are given it. */
export interface SanitiseSubject extends SanitiserText {
  /** Where it is from. */
  readonly source: string;
  readonly id: string;
}

export interface SanitiseOptions {
  /** Of each source so many, at equal distances. */
  readonly most: number;
  readonly cacheDir: string;
}

/**
 * Every reply, and the distinct samples of `eval_results` and `recorded` for HumanEval and MBPP; a completion behind its
 * prompt and a newline. @throws UsageError naming file, line and field
 */
export async function loadSubjects(
  folder: string,
  { most, cacheDir }: SanitiseOptions,
): Promise<readonly SanitiseSubject[]> {
  const problems = new Map<string, ReferenceProblem>();
  for (const set of ['humaneval', 'mbpp'] as const) {
    for (const problem of await loadReferences({ set, folder, cacheDir }))
      problems.set(problem.id, problem);
  }
  const replies: readonly SanitiseSubject[] = (await loadReplies(folder, cacheDir)).map(
    ({ id, reply, entryPoint }) => ({
      source: 'replies',
      id,
      text: reply,
      entryPoint,
    }),
  );
  const subjects: (readonly SanitiseSubject[])[] = [spread(replies, most)];
  for (const file of sampleFiles(folder))
    subjects.push(spread(await samplesIn(join(folder, file), file, problems), most));
  return subjects.flat();
}

function sampleFiles(folder: string): readonly string[] {
  const recorded = ['humaneval', 'humaneval-codegen16b-100', 'mbpp', 'transitions-humaneval'];
  const results = join(folder, 'eval_results');
  return [
    ...(existsSync(results) ? readdirSync(results) : [])
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join('eval_results', name)),
    ...recorded
      .map((name) => join('recorded', `${name}.jsonl.gz`))
      .filter((file) => existsSync(join(folder, file))),
  ];
}

async function samplesIn(
  path: string,
  source: string,
  problems: ReadonlyMap<string, ReferenceProblem>,
): Promise<readonly SanitiseSubject[]> {
  const { samples } = await readSamples(path, { problems: [...problems.keys()] });
  const subjects = new Map<string, SanitiseSubject>();
  for (const { problem, sample, form, text } of samples) {
    const { entryPoint = null, preamble = '' } = problems.get(problem) ?? {};
    const whole = form === 'solution' ? text : `${preamble}\n${text}`;
    const id = `${problem} ${String(sample)}`;
    subjects.set(`${problem}\0${whole}`, { source, id, text: whole, entryPoint });
  }
  return [...subjects.values()];
}

function spread<One>(all: readonly One[], most: number): readonly One[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, place) => place)
    .map((place) => all[Math.floor((place * all.length) / most)])
    .filter((one) => one !== undefined);
}
