import { assertNever } from '../../core/values/assert-never';
import { statusName } from '../../core/repository/funnel-counts';
import type { RepositoryInput, RepositoryStatus } from '../../core/schemas/environment';
import type { RepositoryNote } from '../../core/schemas/environment-built';
import { countText } from '../../core/words/plural';
import { terminalLine, terminalSafe } from '../terminal-safe';
import { textTable } from '../text-table';
import { costOf, costText } from './cost';
import type { LoadedRepository } from './load-repositories';

const logLines = 6;
const namedPackages = 12;

const rungNames = [
  'the project alone',
  'lock file',
  'declared extras and groups',
  'requirements files',
  'guesses in quarantine',
] as const;

/** `env show RUN REPOSITORY` as lines: where it is from, how it was installed, what can be imported, what came of it. */
export function repositoryLines(
  loaded: LoadedRepository,
  notes: readonly RepositoryNote[],
  options: { readonly full: boolean } = { full: false },
): readonly string[] {
  const { id, run, outcome, environment, functions } = loaded;
  const repository = outcome?.repository ?? environment?.repository ?? null;
  const stages = functions.map(({ entry }) => entry.stage);
  const count = (stage: string): string => countText(stages.filter((one) => one === stage).length);
  const rows: (readonly [string, string])[] = [
    ['repository', id],
    ['status', statusText(outcome?.status ?? null)],
    ...(run.imported ? [['built', 'elsewhere, and imported'] as const] : []),
  ];
  if (repository !== null) {
    rows.push(
      ['source', inputText(repository.input)],
      ['commit', repository.commit ?? 'none'],
      ['tree', repository.tree],
      ['licence', repository.licence ?? 'none found'],
    );
  }
  if (environment !== null) {
    const { python, rung, packages, lock, modules, sha256 } = environment;
    rows.push(
      ['environment', sha256],
      ['Python', python],
      ['installed by', `rung ${String(rung)}, ${rungNames[rung] ?? 'unknown'}`],
      ['packages', packagesText(packages, options.full)],
      ['lock', lock],
      ['imports', `${countText(modules.importable)} of ${countText(modules.total)} modules`],
    );
  }
  const ran = notes.find(({ step }) => step === 'traces')?.traces;
  if (ran !== undefined) {
    const suites = ran.suites.join(', ') || 'no suite';
    const told = `${countText(ran.inputs)} inputs of ${countText(ran.functions)} functions`;
    rows.push(['traces', `${suites}: ${told}`]);
  }
  rows.push(
    [
      'functions',
      `${countText(functions.length)} definitions: ${count('filtered')} filtered, ${count('not-asked')} not asked for, ${count('accepted')} accepted, ` +
        `${count('rejected')} rejected, ${count('waiting')} open`,
    ],
    ['cost', `${costText(costOf(notes))}, before any function`],
  );
  return [
    ...textTable(rows.map(([label, text]) => [label, terminalLine(text)])),
    ...attemptLines(loaded, options.full),
    ...moduleLines(notes),
  ];
}

export function statusText(status: RepositoryStatus | null): string {
  if (status === null) return statusName(null);
  return 'why' in status ? `${statusName(status)}: ${status.why}` : statusName(status);
}

/** As somebody would name it to build it again. */
export function inputText(input: RepositoryInput): string {
  switch (input.kind) {
    case 'path':
      return input.path;
    case 'git':
      return input.revision === undefined ? input.url : `${input.url} at ${input.revision}`;
    case 'sdist':
      return `sdist ${input.name}==${input.version}`;
    default:
      return assertNever(input);
  }
}

function packagesText(packages: Readonly<Record<string, string>>, full: boolean): string {
  const all = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const shown = full ? all : all.slice(0, namedPackages);
  const more = all.length - shown.length;
  const rest = more > 0 ? ` and ${String(more)} more` : '';
  return all.length === 0 ? 'none beside it' : `${shown.join(', ')}${rest}`;
}

/** Steps of the ladder; of those that failed the end of what they said. */
function attemptLines({ environment }: LoadedRepository, full: boolean): readonly string[] {
  const attempts = environment?.attempts ?? [];
  if (attempts.length === 0) return [];
  return [
    '',
    'installation:',
    ...attempts.flatMap(({ rung, step, exitCode, seconds, log }) => {
      const end = exitCode === null ? 'ended' : `exit ${String(exitCode)}`;
      const took = seconds === 0 ? '' : `, ${seconds.toFixed(1)} s`;
      const head = `  rung ${String(rung)} ${step}: ${end}${took}`;
      const told = terminalSafe(log).trim().split('\n');
      const tail = full ? told : exitCode === 0 ? [] : told.slice(-logLines);
      return [head, ...tail.filter((line) => line !== '').map((line) => `    ${line}`)];
    }),
  ];
}

function moduleLines(notes: readonly RepositoryNote[]): readonly string[] {
  const modules = notes.find(({ step }) => step === 'imports')?.modules ?? [];
  if (modules.length === 0) return [];
  return [
    '',
    'not imported:',
    ...textTable(
      modules.map(({ module, status, reason }) => [
        `  ${terminalLine(module)}`,
        terminalLine(status),
        terminalLine(reason),
      ]),
    ),
  ];
}
