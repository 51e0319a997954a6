import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { UsageError } from '../../core/errors';
import { SuiteManifest } from '../../core/schemas/environment-suite';
import type { SuiteTrial } from '../../core/schemas/environment-suite';

/** A suite as its folder has it. */
export interface Suite {
  readonly name: string;
  readonly folder: string;
  readonly manifest: SuiteManifest;
  readonly trials: readonly SuiteTrial[];
}

export function suitesFolder(): string {
  return join(findPackageRoot(), 'python', 'suites');
}

/** Names of all suites there are. */
export function suiteNames(folder: string = suitesFolder()): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
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
    .map((name) => readSuite(join(folder, name)));
}

function readSuite(folder: string): Suite {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const manifest = SuiteManifest.parse(JSON.parse(text));
  return {
    ...{ name: basename(folder), folder, manifest },
    trials: [...manifest.trials, ...candidateTrials(folder, manifest)],
  };
}

function candidateTrials(folder: string, { candidates }: SuiteManifest): readonly SuiteTrial[] {
  if (candidates === undefined) return [];
  return readdirSync(join(folder, candidates.folder))
    .filter((file) => file.endsWith('.py'))
    .sort()
    .map((file) => ({
      name: file,
      function: candidates.function,
      harness: candidates.harness,
      candidate: `${candidates.folder}/${file}`,
      expect: { kind: 'verdict', verdicts: [] },
    }));
}
