import type { ScratchCheckout } from '../scratch-checkout';
import { firstFailure } from './first-failure';
import { withFault, type FaultArea, type PlantedFault } from './planted-fault';

export type PlantedOutcome =
  | { readonly kind: 'caught'; readonly by: string }
  | { readonly kind: 'survived' }
  /** The row is older than the code, or its tests fail without the fault too. */
  | { readonly kind: 'not-planted'; readonly reason: string };

export interface PlantedResult {
  readonly area: string;
  readonly name: string;
  readonly file: string;
  readonly outcome: PlantedOutcome;
  readonly seconds: number;
}

/**
 * Plants each fault alone, and runs its tests one file after the other until one fails. Each test file is also run once without
 * a fault: what fails there has noticed nothing.
 */
export async function plantFaults(
  checkout: ScratchCheckout,
  areas: readonly FaultArea[],
  heard: (result: PlantedResult) => void,
): Promise<readonly PlantedResult[]> {
  const clean = new Map<string, Promise<string | null>>();
  const failsAnyway = (test: string): Promise<string | null> => {
    const known = clean.get(test) ?? firstFailure(checkout, test);
    clean.set(test, known);
    return known;
  };
  const results: PlantedResult[] = [];
  for (const { name: area, faults } of areas) {
    for (const fault of faults) {
      const startedMs = performance.now();
      const outcome = await planted(checkout, fault, failsAnyway).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
        return { kind: 'not-planted' as const, reason: error.message };
      });
      const seconds = (performance.now() - startedMs) / 1000;
      const result = { area, name: fault.name, file: fault.file, outcome, seconds };
      results.push(result);
      heard(result);
    }
  }
  return results;
}

async function planted(
  checkout: ScratchCheckout,
  fault: PlantedFault,
  failsAnyway: (test: string) => Promise<string | null>,
): Promise<PlantedOutcome> {
  const change = (text: string): string => withFault(text, fault);
  let notRun: string | null = null;
  for (const test of fault.tests) {
    const failure = await checkout.withText(fault.file, change, () =>
      firstFailure(checkout, test).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
        notRun = error.message;
        return null;
      }),
    );
    if (failure === null) continue;
    const anyway = await failsAnyway(test);
    if (anyway === null) return { kind: 'caught', by: failure };
    return { kind: 'not-planted', reason: `${test} fails without the fault: ${anyway}` };
  }
  return notRun === null ? { kind: 'survived' } : { kind: 'not-planted', reason: notRun };
}
