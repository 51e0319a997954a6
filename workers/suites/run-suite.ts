import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { HarnessContext } from '../../activities/environment/harness/harness-context';
import { lendCell } from '../../activities/environment/lent-cell';
import type { Store } from '../../core/ports/records';
import { noTraces, saveTraces } from '../../activities/environment/stored-traces';
import { hashFolder } from '../../repositories';
import { HarnessCells } from '../../sandbox';
import type { Suite, SuiteProbe } from './read-suites';
import { isExpected, probeOutcome } from './run-probe';
import { suiteEnvironment } from './suite-environment';
import type { SuiteEnvironment, SuitePlace } from './suite-environment';

export interface ProbeResult {
  readonly suite: string;
  readonly criterion: string;
  readonly trial: string;
  readonly expected: string;
  readonly outcome: string;
  readonly ok: boolean;
  readonly ms: number;
}

export interface SuiteParts extends Omit<SuitePlace, 'environments'> {
  readonly store: Store;
  /** Where its source is laid down. */
  readonly folder: string;
  /** Hash of our own Python in cells. */
  readonly toolsHash: string;
  readonly onResult: (result: ProbeResult) => void;
}

const gates = { coverage: 0.8, mutation: 0.8 };

/** Every probe of a suite, through the steps that build environments, in cells; then whether its source is as it was. */
export async function runSuite(suite: Suite, parts: SuiteParts): Promise<readonly ProbeResult[]> {
  const { name, criterion, probes } = suite;
  const { store, folder, host, tools, toolsHash, onResult } = parts;
  const { environments } = store;
  const source = join(folder, name);
  layDown(suite, source);
  const before = await hashFolder(source);
  const environment = await suiteEnvironment({ host, environments, tools }, source);
  const grading = new HarnessCells({ host: async () => host, environments, tools: toolsHash });
  const results: ProbeResult[] = [];
  const say = (result: Omit<ProbeResult, 'suite' | 'criterion'>): void => {
    const told = { suite: name, criterion, ...result };
    results.push(told);
    onResult(told);
  };
  for (const probe of probes) {
    const startedAt = performance.now();
    const outcome = await outcomeOf(store, environment, probe, grading);
    const ms = Math.round(performance.now() - startedAt);
    const late = ms > probe.withinMs;
    say({
      ...{ trial: probe.name, expected: probe.expected, ms },
      outcome: late ? `${outcome}, late` : outcome,
      ok: isExpected(probe, outcome) && !late,
    });
  }
  const same = (await hashFolder(source)) === before;
  say({
    ...{ trial: 'source untouched', expected: 'same', ms: 0 },
    ...{ outcome: same ? 'same' : 'changed', ok: same },
  });
  return results;
}

function layDown({ source }: Suite, folder: string): void {
  for (const [path, text] of source) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function outcomeOf(
  store: Store,
  environment: SuiteEnvironment,
  probe: SuiteProbe,
  grading: HarnessCells,
): Promise<string> {
  const definition = environment.definitions.find(({ id }) => id === probe.function);
  if (definition === undefined) return `no definition ${probe.function}`;
  const cell = await lendCell(environment.open);
  try {
    const { without, alone } = cell;
    const own = { definition, cell, without, alone, grade: grading.run };
    const context = contextOf(store, environment, own);
    return await probeOutcome({ context, grading }, probe);
  } finally {
    await cell.close();
  }
}

function contextOf(
  { blobs, environments }: Store,
  { record, definitions }: SuiteEnvironment,
  own: Pick<HarnessContext, 'definition' | 'cell' | 'without' | 'alone' | 'grade'>,
): HarnessContext {
  return {
    ...{ ...own, blobs, gates, steps: environments },
    environment: record.sha256,
    target: `suite@0::${own.definition.id}`,
    definitions: async () => definitions,
    traces: async () => ({ sha256: await saveTraces(blobs, noTraces), traces: noTraces }),
  };
}
