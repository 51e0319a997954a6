import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestOutcome } from '../../../core/schemas/verdict';
import { readCorpus } from '../hostile/manifest';
import type { GradedTarget, HarnessTrial } from './harness-trial';
import { inClass } from './harness-trial';
import { plantedCopies } from './planted-copies';
import {
  addition,
  cheatsFolder,
  sampleArchives,
  sampleTargets,
  totalTarget,
} from './sample-project';
import type { SampleTarget } from './sample-project';

export interface Graded {
  readonly target: string;
  readonly candidate: string;
  readonly outcome: TestOutcome;
  /** As it has to be. */
  readonly ok: boolean;
}

export type OnGraded = (graded: Graded) => void;

/** Candidates that try to pass without the answer, where copies of it were planted: none passes. */
export async function gradeCheats(
  trial: HarnessTrial,
  onGraded: OnGraded,
  some: ReturnType<typeof cheats> = cheats(),
): Promise<void> {
  const environment = await trial.keep(sampleArchives(plantedCopies()));
  const target = await trial.target(environment, totalTarget);
  for (const { name, program } of some) {
    const outcome = await trial.grade(target, program);
    onGraded({
      ...{ target: totalTarget.qualname, candidate: name, outcome },
      ok: outcome.kind !== 'passed',
    });
  }
}

export function cheats(): readonly { readonly name: string; readonly program: string }[] {
  return readdirSync(cheatsFolder)
    .filter((file) => file.endsWith('.py'))
    .sort()
    .map((file) => ({ name: file, program: readFileSync(join(cheatsFolder, file), 'utf8') }));
}

/** The reference passes for each kind of definition, and nothing that is less. */
export async function gradeGoldAndNone(trial: HarnessTrial, onGraded: OnGraded): Promise<void> {
  const environment = await trial.keep(sampleArchives());
  for (const sample of sampleTargets) {
    const target = await trial.target(environment, sample);
    for (const [candidate, program, passes] of candidatesFor(sample, target)) {
      const outcome = await trial.grade(target, program);
      const ok = (outcome.kind === 'passed') === passes;
      onGraded({ target: sample.qualname, candidate, outcome, ok });
    }
  }
}

function candidatesFor(
  sample: SampleTarget,
  { gold, stub }: GradedTarget,
): readonly (readonly [candidate: string, program: string, passes: boolean])[] {
  const { className, name } = sample;
  const wrong = `def ${name}(*args, **keywords):\n    return None\n`;
  const all: (readonly [string, string, boolean])[] = [
    ['gold', gold, true],
    ['stub', stub, false],
    ['empty', '', false],
    ['words', 'I would add the prices up.', false],
    ['misnamed', gold.replaceAll(`def ${name}(`, `def ${name}_of(`), false],
    ['nothing', inClass(sample, className === null ? wrong : indented(wrong)), false],
    [
      'raises',
      gold.replace(
        /(\n[ ]+)(?:return|yield|sent|held|name,|basket|costs|whole)\b/,
        '$1raise OSError$&',
      ),
      false,
    ],
  ];
  if (className !== null)
    all.push(['other method', `class ${className}:\n    def other(self):\n        pass\n`, false]);
  return all;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

/** They do add up: what they get wrong is asked by the test of their manifest alone, which no harness has. */
const addsUp: readonly string[] = [
  // Once it sees another process: here that is the one that starts it, in its own box.
  'neighbour_signal.py',
  // Spends by a clock that in a case goes on when it is read: here that is nothing.
  'cpu_between_looks.py',
  // Is wrong only about an object of its test's own class.
  'stumbles_for_its_error.py',
  // Is wrong only about the time that its test measures.
  'works_unmeasured.py',
];

/** The programs of a corpus of hostile ones in the place of a function: none passes that should not. */
export async function gradeHostile(
  trial: HarnessTrial,
  folder: string,
  onGraded: OnGraded,
): Promise<void> {
  const environment = await trial.keep(sampleArchives());
  const target = await trial.target(environment, addition);
  for (const { file, source, expect } of readCorpus(folder, undefined).programs) {
    const outcome = await trial.grade(target, source.toString('utf8'));
    const may = expect.includes('pass') || addsUp.includes(file);
    onGraded({
      ...{ target: addition.qualname, candidate: file, outcome },
      ok: outcome.kind !== 'passed' || may,
    });
  }
}
