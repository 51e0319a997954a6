import type { RepositoryStatus } from '../../core/schemas/environment';
import { terminalLine } from '../terminal-safe';
import type { LoadedRepository } from './load-repositories';

/** Of each repository that is not whole, or has no end: why, and what can be done about it. */
export function whyLines(repositories: readonly LoadedRepository[]): readonly string[] {
  return repositories.flatMap((one) => {
    const reason = reasonOf(one);
    if (reason === null) return [];
    const remedy = remedyOf(one);
    return [
      terminalLine(`${one.id}: ${reason}`),
      ...(remedy === null ? [] : [`  ${terminalLine(remedy)}`]),
    ];
  });
}

function reasonOf({ attempt, outcome }: LoadedRepository): string | null {
  const status = outcome?.status ?? null;
  if (attempt === null) return 'it was not begun';
  if (attempt.status !== 'completed') {
    return attempt.result?.cause ?? attempt.waiting ?? `it is ${attempt.status}`;
  }
  if (status?.code === 'no_python') return 'it has no Python file';
  return status !== null && 'why' in status ? status.why : null;
}

/** Whoever waits, or was given up, has been told with the reason. */
function remedyOf({ key: { run }, id, attempt, outcome }: LoadedRepository): string | null {
  if (attempt?.status !== 'completed' || outcome?.status == null) return null;
  const logs = `\`espalier env show ${run} ${id}\` has what each try said`;
  const remedies: Readonly<Record<RepositoryStatus['code'], string | null>> = {
    ok: null,
    partial: null,
    clone_failed:
      'Check the address, or clone it yourself and give the folder; with --fresh NAME it is asked again',
    sdist_failed: 'Check name and version, or give the address of its git repository',
    too_large: 'Give a folder with the part of it that matters',
    no_python: 'Give the folder, or the address, of what is written in Python',
    install_failed: logs,
    import_failed: logs,
  };
  return remedies[outcome.status.code];
}
