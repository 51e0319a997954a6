import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { findPackageRoot } from '../../../config/package-root';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { faultAreas } from '../planted/fault-areas';
import { plantFaults, type PlantedResult } from '../planted/plant';
import type { FaultArea } from '../planted/planted-fault';
import { withScratchCheckout } from '../scratch-checkout';

interface PlantedFlags {
  readonly only?: string;
  readonly list?: boolean;
}

export function registerPlanted(parent: Command): void {
  parent
    .command('planted')
    .argument('[areas...]', 'areas to plant faults in (default: all)')
    .description(
      'plant small faults in a copy of the checkout, one at a time, and run the tests that must notice; exit 1 if one survives or cannot be planted',
    )
    .option('--only <text>', 'only the faults whose name contains this text')
    .option('--list', 'list the faults, plant none')
    .option('--json', 'one document on stdout')
    .action(
      action<PlantedFlags>(async ({ output }, { words, flags }) => {
        const areas = chosen(words, flags.only);
        if (flags.list === true) {
          const rows = areas.flatMap(({ name: area, faults }) =>
            faults.map(({ name, file, tests }) => ({ area, file, name, tests })),
          );
          const lines = rows.map(({ area, file, name, tests }) => [
            area,
            file,
            name,
            tests.join(' '),
          ]);
          for (const line of textTable(lines)) output.print(terminalLine(line));
          output.result(asJson({ faults: rows }));
          return exitCodes.ok;
        }
        output.note('copying the checkout');
        const heard = (result: PlantedResult): void => {
          const text = outcomeText(result);
          output.note(terminalLine(`${result.name}: ${text} (${result.seconds.toFixed(1)} s)`));
        };
        const results = await withScratchCheckout(findPackageRoot(), (checkout) =>
          plantFaults(checkout, areas, heard),
        );
        for (const line of tableOf(areas, results)) output.print(line);
        const open = results.filter(({ outcome }) => outcome.kind !== 'caught');
        for (const result of open) {
          output.print(terminalLine(`${result.file}: ${result.name}: ${outcomeText(result)}`));
        }
        output.result(asJson({ results }));
        return open.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    );
}

function outcomeText({ outcome }: PlantedResult): string {
  switch (outcome.kind) {
    case 'caught':
      return `caught by "${outcome.by}"`;
    case 'survived':
      return 'SURVIVED';
    case 'not-planted':
      return `NOT PLANTED: ${outcome.reason}`;
  }
}

function chosen(names: readonly string[], only: string | undefined): readonly FaultArea[] {
  const unknown = names.find((name) => !faultAreas.some((area) => area.name === name));
  if (unknown !== undefined) {
    const known = faultAreas.map(({ name }) => name).join(', ');
    throw new UsageError(`no area ${unknown}`, `Areas: ${known}`, { code: 'AREA_UNKNOWN' });
  }
  const areas = faultAreas
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map(({ name, faults }) => ({
      name,
      faults: faults.filter((one) => only === undefined || one.name.includes(only)),
    }));
  if (areas.some(({ faults }) => faults.length > 0)) return areas;
  throw new UsageError(`--only ${String(only)} names no fault`, 'See --list', {
    code: 'FAULT_UNKNOWN',
  });
}

/** By area: how many were caught, and how long that took. */
function tableOf(
  areas: readonly FaultArea[],
  results: readonly PlantedResult[],
): readonly string[] {
  const row = (name: string, own: readonly PlantedResult[]): readonly string[] => {
    const caught = own.filter(({ outcome }) => outcome.kind === 'caught').length;
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0);
    return [name, String(own.length), String(caught), `${seconds.toFixed(0)} s`];
  };
  return textTable([
    ['area', 'planted', 'caught', 'time'],
    ...areas.map(({ name }) =>
      row(
        name,
        results.filter(({ area }) => area === name),
      ),
    ),
    row('all', results),
  ]);
}
