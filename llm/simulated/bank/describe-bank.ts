import { viewBank } from './bank-view';
import type { BankDescription } from '../../../core/schemas/run';
import type { Bank } from './load-bank';

/** Methods that test and repair before they answer: their programs are no first attempts. */
const selfRepairing = /^(reflexion|mapcoder)/i;

/** Source models, distinct programs per problem. @throws UsageError for a source model that the bank does not have. */
export function describeBank(
  bank: Bank,
  options: { readonly bankModel?: string } = {},
): BankDescription {
  const view = viewBank(bank, options.bankModel);
  const usable = bank.rows.filter(
    ({ model, problem }) =>
      (view.bankModel === null || model === view.bankModel) && view.problems.has(problem),
  );
  const drawable = usable.filter((row) => row.drawable);
  const counts = [...view.problems.values()].map((problem) => problem.drawable.length);
  const patched = [...view.problems.values()].filter(({ isPatched }) => isPatched);
  const located = patched.filter(({ locations }) => locations.length > 0).length;
  return {
    files: [...bank.files],
    sha256: bank.sha256,
    sourceModels: namesOf(usable.map(({ model }) => model)),
    selfRepairingMethods: namesOf(
      drawable.map(({ method }) => method).filter((method) => selfRepairing.test(method)),
    ),
    problems: view.problems.size,
    distinctPrograms: {
      min: counts.length === 0 ? 0 : Math.min(...counts),
      median: medianOf(counts),
      max: counts.length === 0 ? 0 : Math.max(...counts),
    },
    ...(patched.length === 0 ? {} : { patches: { problems: patched.length, located } }),
  };
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function medianOf(counts: readonly number[]): number {
  const ordered = [...counts].sort((left, right) => left - right);
  const upper = ordered[Math.floor(ordered.length / 2)] ?? 0;
  const lower = ordered[Math.ceil(ordered.length / 2) - 1] ?? 0;
  return (upper + lower) / 2;
}
