import type { Command } from 'commander';

import { programForms, promptSetNames } from '../../core/names/prompt-choice';
import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { refinementPromptSets } from '../../core/schemas/dialogue';
import { loadByName } from '../../lab/datasets/load-by-name';
import { problemOf } from '../../lab/datasets/problem-of';
import { promptsOfMethod } from '../../lab/prompts/prompts-of-method';
import type { AskedQuestion } from '../../lab/prompts/prompts-of-method';
import { terminalLine, terminalSafe } from '../../report/terminal-safe';
import { choiceFlag } from '../choice-flag';
import { action, word } from '../command-context';
import { runFlag } from '../run-flags';

interface PromptsFlags {
  readonly dataset: string;
  readonly problem?: string;
  readonly prompts?: string;
  readonly shownProgram?: string;
  readonly profile?: string;
}

/** `prompts show`: `--json` gives a `MethodPrompts`. */
export function registerPrompts(program: Command): void {
  program
    .command('prompts')
    .description('show the prompts that models receive')
    .command('show <method>')
    .description(
      'print each prompt of a method for one problem, exactly as a model at an endpoint receives it',
    )
    .option('--dataset <name|file>', 'data set of the problem', 'bundled')
    .option('--problem <id>', 'id of the problem (default: the first one)')
    .addOption(runFlag('prompts'))
    .addOption(runFlag('shownProgram'))
    .addOption(runFlag('profile'))
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<PromptsFlags>(async ({ settings, output }, call) => {
        const { flags } = call;
        const choice = {
          set: chosen('--prompts', flags.prompts, promptSetNames),
          program: chosen('--shown-program', flags.shownProgram, programForms),
          profile: chosen('--profile', flags.profile, refinementPromptSets),
        };
        const loaded = await loadByName(flags.dataset, settings);
        const id = flags.problem ?? loaded.rows[0]?.problem.id ?? '';
        const { problem } = problemOf(loaded, id);
        const asked = promptsOfMethod(word(call, 0), problem, choice);
        output.print(
          terminalLine(
            `${asked.method} on ${asked.problem}: prompts ${asked.prompts}, sha256 ${asked.sha256}`,
          ),
        );
        for (const question of asked.questions) {
          for (const line of questionLines(question)) output.print(line);
        }
        output.result(asJson(asked));
        return exitCodes.ok;
      }),
    );
}

function chosen<Word extends string>(
  flag: string,
  given: string | undefined,
  known: readonly Word[],
): Word | undefined {
  return given === undefined ? undefined : choiceFlag(flag, given, known);
}

function questionLines({ role, occasion, messages, format }: AskedQuestion): readonly string[] {
  const form = format === null ? 'in words' : `as JSON, schema ${format.name}`;
  return [
    '',
    `=== ${role}${occasion === null ? '' : ` · ${occasion}`} · answers ${form}`,
    ...messages.flatMap(({ role: turn, content }) => [
      `--- ${turn}`,
      ...terminalSafe(content).split('\n'),
    ]),
  ];
}
