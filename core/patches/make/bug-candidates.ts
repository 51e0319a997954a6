import type { Instance } from '../../schemas/environment-instance';
import type { TaskSource } from '../../schemas/patch-task';
import type { BugToPlant, TaskCandidate } from '../../schemas/task-candidate';

type BuiltFunction = Pick<Instance, 'id' | 'definition' | 'measures'>;

/** Candidates from a function with an accepted harness: mutants that its cases notice, and as the last one the removal of its body. */
export function bugCandidates(
  { id, definition, measures }: BuiltFunction,
  of: {
    readonly source: TaskSource;
    /** At least 1. A single one is a mutant. */
    readonly bugs: number;
    readonly createdAt: string;
    /** A short text for an id, from what identifies the bug. */
    readonly digest: (text: string) => string;
  },
): readonly TaskCandidate[] {
  const { path, qualname, lines } = definition;
  const place = {
    ...{ path, qualname, n: Number(/#(\d+)$/.exec(id)?.[1] ?? 1) },
    ...{ first: lines.first, last: lines.last, unnoticed: measures.mutation.survivors },
  };
  const mutants = Math.max(1, of.bugs - 1);
  const bugs: readonly BugToPlant['bug'][] = [
    ...Array.from({ length: mutants }, (_, nth) => ({
      kind: 'mutant' as const,
      ...{ nth, of: mutants },
    })),
    ...(of.bugs > 1 ? [{ kind: 'removal' as const }] : []),
  ];
  return bugs.map((bug) => {
    const name = bug.kind === 'removal' ? 'removal' : `mutant${String(bug.nth + 1)}`;
    const text = [id, of.source.commit, JSON.stringify(bug)].join('\n');
    return {
      id: `${of.source.repository.replace('/', '__')}-${definition.name}-${name}-${of.digest(text)}`,
      ...{ source: of.source, goldPatch: '', testPatch: '' },
      statement: bugStatement({ path, qualname }, bug),
      createdAt: of.createdAt,
      madeOf: `${bug.kind} of ${path}::${qualname}#${String(place.n)}`,
      bug: { ...place, bug },
    };
  });
}

/** It names the place, and not the change. */
function bugStatement(
  { path, qualname }: Pick<BugToPlant, 'path' | 'qualname'>,
  bug: BugToPlant['bug'],
): string {
  const trouble =
    bug.kind === 'removal'
      ? `\`${qualname}\` in \`${path}\` has no body: its signature and its docstring are all that is left. Write the body.`
      : `\`${qualname}\` in \`${path}\` does not do what its docstring and the tests of the repository say. Find the fault and correct it.`;
  return `${trouble}\n\n(This text is a template: a program planted the bug, and nobody reported it.)\n`;
}
