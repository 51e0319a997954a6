import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { UsageError } from '../../core/errors/errors';
import { SuiteHead, ProbeHead, madeCandidates } from '../../core/schemas/environment-suite';
import { splitHead, suiteParts } from './suite-parts';
import type { SuitePart } from './suite-parts';

const measures = ['reference', 'plan', 'covers', 'says', 'verdict'] as const;

export interface SuiteProbe {
  readonly name: string;
  readonly function: string;
  /** Planted in the place of what a generator gives; null: the generators make them. */
  readonly cases: string | null;
  readonly generators: ProbeHead['generators'];
  /** `gold`, `stub`, `wrong`, `empty`, `misnamed`, or a program. */
  readonly candidate: string;
  /** How the outcome is found, and the words it is told in. */
  readonly measure: (typeof measures)[number];
  readonly expected: string;
  readonly withinMs: number;
}

export interface Suite {
  readonly name: string;
  readonly criterion: string;
  /** Files of the package by their path. */
  readonly source: ReadonlyMap<string, string>;
  readonly probes: readonly SuiteProbe[];
}

export function suitesFolder(): string {
  return join(findPackageRoot(), 'python', 'suites');
}

export function suiteNames(folder: string = suitesFolder()): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => name.slice(0, -'.py'.length))
    .sort();
}

/** @param wanted a name, or `all`. @throws UsageError for a name there is none of */
export function readSuites(wanted: string, folder: string = suitesFolder()): readonly Suite[] {
  const names = suiteNames(folder);
  if (wanted !== 'all' && !names.includes(wanted)) {
    throw new UsageError(
      `there is no suite ${JSON.stringify(wanted)}`,
      `Choose one of ${names.join(', ')}, or all`,
      { code: 'SUITE_UNKNOWN' },
    );
  }
  return names
    .filter((name) => wanted === 'all' || name === wanted)
    .map((name) => readSuite(folder, name));
}

function readSuite(folder: string, name: string): Suite {
  const { top, parts } = suiteParts(readFileSync(join(folder, `${name}.py`), 'utf8'));
  const { criterion, source } = SuiteHead.parse(splitHead(top.slice(top.indexOf('\n') + 1)).head);
  const textsOf = (kind: string): ReadonlyMap<string, string> =>
    new Map(parts.filter((part) => part.kind === kind).map((part) => [part.name, part.text]));
  const own = textsOf('candidate');
  return {
    ...{ name, criterion },
    source: source === undefined ? textsOf('source') : filesOf(join(folder, source)),
    probes: parts
      .filter(({ kind }) => kind === 'probe')
      .flatMap((part) => readProbes(folder, part, own)),
  };
}

function readProbes(
  folder: string,
  { name: title, text }: SuitePart,
  own: ReadonlyMap<string, string>,
): readonly SuiteProbe[] {
  const { head, rest } = splitHead(text);
  const {
    function: id,
    cases,
    generators,
    candidates = ['gold'],
    within,
    ...expect
  } = ProbeHead.parse(head);
  const planted = cases === undefined ? rest : readFileSync(join(folder, cases), 'utf8');
  const [measure = 'verdict'] = measures.filter((one) => expect[one] !== undefined);
  const probe = {
    ...{ function: id, generators, measure },
    cases: generators === undefined ? planted : null,
    withinMs: within === undefined ? Infinity : Number.parseInt(within) * 1000,
  };
  return candidates.flatMap((candidate) => {
    const expected = expect[measure] ?? (candidate === 'gold' ? 'passed' : 'not passed');
    if (candidate.endsWith('/')) {
      return [...filesOf(join(folder, candidate))].map(([name, program]) => ({
        ...{ ...probe, name, expected, candidate: program },
      }));
    }
    const name = candidates.length === 1 ? title : `${title}: ${candidate}`;
    const made = madeCandidates.find((one) => one === candidate) ?? own.get(candidate);
    if (made === undefined) throw new RangeError(`no candidate ${candidate} for ${title}`);
    return { ...probe, name, expected, candidate: made };
  });
}

export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    files.map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]),
  );
}
