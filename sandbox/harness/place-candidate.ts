import { z } from 'zod';

import { usualJobLimits } from '../../core/adapters/repository';
import type { JobLimits, RepositoryCell } from '../../core/adapters/repository';
import type { HarnessRun, HarnessTask } from '../../core/adapters/sandbox';
import { definitionPlace } from '../../core/repository/definition-place';
import { clipText } from '../../core/values/text-excerpt';
import { SandboxInfraError } from '../errors';

const Placed = z.union([
  z.object({
    text: z.string(),
    dropped: z.array(z.object({ names: z.array(z.string()), why: z.string() })),
  }),
  z.object({ refused: z.string(), detail: z.string() }),
]);

/** Text of the module with the candidate in the place of the stub, and what is not in it; or why it cannot be there. */
export type PlacedCandidate =
  { readonly text: string; readonly leftOut?: string } | { readonly refused: HarnessRun['end'] };

/** By text alone. Only its definition and what that needs are taken. @throws SandboxInfraError, and what a cell throws */
export async function placeCandidate(
  cell: RepositoryCell,
  { target, program, limits }: HarnessTask,
  signal?: AbortSignal,
): Promise<PlacedCandidate> {
  const operation = {
    ...{ do: 'replace', candidate: program },
    ...definitionPlace(target.id),
  };
  const { end, records } = await cell.run(
    { module: 'stubs', request: { roots: { source: '/srv/stub' }, operations: [operation] } },
    { limits: jobLimits(limits), walls: 'strict', signal },
  );
  // What a program's text does to the parser is the program's own: its memory, its depth. One that was stopped may be asked again.
  if (end.kind === 'raised' || end.kind === 'exited') return refused('it cannot be read', end.kind);
  if (end.kind !== 'finished') return { refused: { kind: end.kind } };
  const placed = Placed.safeParse(records[0]);
  if (!placed.success) {
    const said = JSON.stringify(records[0]).slice(0, 500);
    throw new SandboxInfraError('stubs', `no place for a candidate: ${said}`, { fate: 'terminal' });
  }
  if ('text' in placed.data) {
    const { text, dropped } = placed.data;
    const told = dropped.flatMap(({ names, why }) => leftOutWords(names, why));
    return told.length === 0
      ? { text }
      : {
          text,
          leftOut: clipText(`Left out of the program: ${[...new Set(told)].join('; ')}.`, 300),
        };
  }
  const { refused: reason, detail } = placed.data;
  return refused(words[reason] ?? reason, detail);
}

function jobLimits({ memoryMb, diskMb }: HarnessTask['limits']): JobLimits {
  return { ...usualJobLimits, memoryMb, diskMb };
}

const words: Readonly<Record<string, string>> = {
  empty: 'there is nothing in it',
  'not-parsable': 'SyntaxError',
  'no-definition': 'it does not define what is asked for',
  'method-missing': 'its class does not define the method that is asked for',
  'not-encodable': 'the encoding of the file has no such characters',
  'does-not-fit': 'it does not fit in the place of the definition',
  'too-deep': 'it is nested too deeply',
  'too-large': 'it is too large',
};

/** A `__main__` guard would not run in a module that is imported: leaving it out changes nothing. */
function leftOutWords(names: readonly string[], why: string): readonly string[] {
  switch (why) {
    case 'main-guard':
      return [];
    case 'binds-nothing':
      return ['statements that define nothing'];
    case 'future-import':
      return names.map((name) => `from __future__ import ${name}`);
    case 'bound-twice':
      return names.map((name) => `another ${name}`);
    default:
      return names.map((name) => `${name} (the repository's own stays)`);
  }
}

function refused(reason: string, detail: string): PlacedCandidate {
  const error = detail === '' ? reason : `${reason}: ${detail}`;
  return { refused: { kind: 'raised', error: `The program was not taken: ${error}` } };
}
