import { UsageError } from '../../core/errors/errors';
import type { RunConfig } from '../../core/schemas/run';
import type { Assurance } from '../../core/schemas/verdict';
import type { LoadedDataset } from '../../datasets';
import { shownIds } from './shown-ids';

interface RequestedLevels {
  readonly assurance: Assurance;
  readonly assuranceOf?: Readonly<Record<string, Assurance>> | undefined;
}

/** Levels that a person set. @throws UsageError for other problems, and for levels below the least level of the run */
export function levelsByRequest(
  { assurance, assuranceOf = {} }: RequestedLevels,
  { name, rows }: LoadedDataset,
  problems: readonly string[],
): Pick<RunConfig, 'assuranceOf'> {
  const kinds = new Map(rows.map(({ problem }) => [problem.id, problem.kind]));
  const ids = Object.keys(assuranceOf);
  refuseIds(
    ids.filter((id) => !kinds.has(id)),
    {
      what: `${name} has no`,
      remedy: `Its ids look like ${shownIds([...kinds.keys()].slice(0, 3))}`,
    },
  );
  refuseIds(
    ids.filter((id) => kinds.get(id) !== 'function'),
    {
      what: 'programs that print, and definitions of repositories, are graded at data, always:',
      remedy: 'Leave them out',
    },
  );
  refuseIds(
    ids.filter((id) => !problems.includes(id)),
    {
      what: 'not among the selected problems:',
      remedy: 'Choose them, or leave their levels out',
    },
  );
  refuseIds(
    ids.filter((id) => assurance === 'data' && assuranceOf[id] !== 'data'),
    {
      what: '--assurance data grades nothing at a lower level:',
      remedy: 'Leave one of the two out',
    },
  );
  return ids.length === 0 ? {} : { assuranceOf };
}

function refuseIds(
  ids: readonly string[],
  { what, remedy }: { readonly what: string; readonly remedy: string },
): void {
  if (ids.length > 0) throw new UsageError(`--assurance-of: ${what} ${shownIds(ids)}`, remedy);
}
