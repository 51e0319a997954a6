/**
 * What the engine costs, in one run on a local server of its own (a temporary state folder, removed afterwards):
 * bare steps and child workflows a second; our expansions a second over what those allow; wall-clock efficiency.
 * npm run bench:engine -- [--quick] [--only bare|expansions|efficiency] [--json] [--rounds N] [--queues single|split]
 *   [--against inspect|none]
 */
import { loadavg } from 'node:os';

import { DefaultLogger, Runtime } from '@temporalio/worker';

import { cacheFolder } from '../../config/state-folder';
import { measureBare } from './bare-rates';
import type { BareFigures } from './bare-rates';
import { parseBenchFlags } from './bench-flags';
import type { BenchFlags } from './bench-flags';
import { inBenchLab } from './bench-lab';
import type { BenchLab } from './bench-lab';
import { reportLines } from './bench-report';
import type { BenchReport } from './bench-report';
import { bestBare, bestExpansions } from './best-of';
import { fail } from './fail';
import { efficiencyPoints, measureEfficiency, quickPoints } from './measure-efficiency';
import type { EfficiencyFigures } from './measure-efficiency';
import { installInspect, measureInspect } from './measure-inspect';
import { compareExpansions, measureExpansions } from './measure-expansions';
import type { ExpansionFigures } from './measure-expansions';

/** The product's default budget, and that of the efficiency runs, where each problem's own steps weigh most. */
const loads = [
  { problems: 50, budget: 20 },
  { problems: 100, budget: 4 },
] as const;
const quickLoads = [{ problems: 50, budget: 4 }] as const;

function note(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
}

async function measure(lab: BenchLab, flags: BenchFlags): Promise<BenchReport> {
  const [before = Number.NaN] = loadavg();
  const rates = await measureRates(lab, flags);
  const efficiency: EfficiencyFigures[] = [];
  if (flags.parts.includes('efficiency')) {
    const tool = flags.against === 'none' ? null : await installInspect(cacheFolder(lab.settings));
    for (const point of flags.quick ? quickPoints : efficiencyPoints) {
      note(`efficiency at ${String(point.concurrency)}, latency ${String(point.latencyMs)} ms`);
      const ours = await measureEfficiency(lab, point, flags.queues);
      if (tool !== null) note('  Inspect AI at the same');
      const inspect = tool === null ? null : await measureInspect(tool, point);
      efficiency.push({ ...ours, inspect });
    }
  }
  const [after = Number.NaN] = loadavg();
  return { queues: flags.queues, load: { before, after }, ...rates, efficiency };
}

/** Bare and ours take turns, so that a busy minute of the machine meets both. */
async function measureRates(
  lab: BenchLab,
  flags: BenchFlags,
): Promise<Pick<BenchReport, 'bare' | 'expansions'>> {
  if (!flags.parts.includes('bare')) return { bare: null, expansions: [] };
  const bare: BareFigures[] = [];
  const ours: ExpansionFigures[] = [];
  for (let round = 1; round <= flags.rounds; round += 1) {
    note(`bare, round ${String(round)}`);
    bare.push(await measureBare(lab, flags.quick));
    if (!flags.parts.includes('expansions')) continue;
    for (const load of flags.quick ? quickLoads : loads) {
      note(`expansions of ${String(load.budget)} a problem, round ${String(round)}`);
      ours.push(await measureExpansions(lab, { ...load, queues: flags.queues }));
    }
  }
  const best = bestBare(bare);
  return {
    bare: best,
    expansions: bestExpansions(ours).map((one) => compareExpansions(best, one)),
  };
}

async function main(): Promise<void> {
  const flags = parseBenchFlags(process.argv.slice(2));
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const report = await inBenchLab({ keep: flags.keep, note }, (lab) => measure(lab, flags));
  for (const line of reportLines(report)) {
    if (flags.json) console.error(line);
    else console.log(line);
  }
  if (flags.json) console.log(JSON.stringify(report));
}

main().catch(fail);
