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
      'plant small faults in a copy of the checkout, one at a time, and run the tests that must notice; exit 1 if one survives',
    )
    .option('--only <text>', 'only the faults whose name contains this text')
    .option('--list', 'list the faults, plant none')
    .option('--json', 'one document on stdout')
    .action(
      action<PlantedFlags>(async ({ output }, { words, flags }) => {
        const areas = chosen(words, flags.only);
        if (flags.list === true) {
          for (const line of textTable(
            areas.flatMap(({ name, faults }) => faults.map((one) => [name, one.file, one.name])),
          )) {
            output.print(terminalLine(line));
          }
          return exitCodes.ok;
        }
        output.note('copying the checkout');
        const heard = ({ name, caughtBy, seconds }: PlantedResult): void => {
          const outcome = caughtBy === null ? 'SURVIVED' : `caught by "${caughtBy}"`;
          output.note(`${name}: ${outcome} (${seconds.toFixed(1)} s)`);
        };
        const results = await withScratchCheckout(findPackageRoot(), (checkout) =>
          plantFaults(checkout, areas, heard),
        );
        for (const line of tableOf(areas, results)) output.print(line);
        const survived = results.filter(({ caughtBy }) => caughtBy === null);
        for (const { file, name } of survived) {
          output.print(terminalLine(`SURVIVED  ${file}: ${name}`));
        }
        output.result(asJson({ results }));
        return survived.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    );
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
    const caught = own.filter(({ caughtBy }) => caughtBy !== null).length;
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
