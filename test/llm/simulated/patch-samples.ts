import { LocationLine, PatchLine, asBankLine } from '../../../llm/simulated/bank/patch-line';
import { rowsOf } from '../../../llm/simulated/bank/bank-row';
import type { Bank } from '../../../llm/simulated/bank/load-bank';

export const issue = 'owner__name-1';

/** A patch of one line of `pkg/total.py`. */
export function patchTo(value: string): string {
  return [
    'diff --git a/pkg/total.py b/pkg/total.py',
    'index 1111111..2222222 100644',
    '--- a/pkg/total.py',
    '+++ b/pkg/total.py',
    '@@ -10,3 +10,3 @@ def total(items):',
    ' ```',
    '-    return 0',
    `+    return ${value}`,
    ' ',
    '',
  ].join('\n');
}

export function patchRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    instance_id: issue,
    ...{ source: 'agent run-1', model: 'model-a', patch: patchTo('1') },
    recorded_resolved: false,
    ...changes,
  };
}

export function placeRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const named = { files: ['pkg/total.py'], entities: ['pkg/total.py:total'] };
  return { instance_id: issue, source: 'agent run-1', model: 'model-a', ...named, ...changes };
}

export function patchBank(
  patches: readonly Record<string, unknown>[],
  places: readonly Record<string, unknown>[] = [],
): Bank {
  return {
    files: ['patches.jsonl'],
    sha256: 'c'.repeat(64),
    rows: patches.flatMap((row) => rowsOf(asBankLine(PatchLine.parse(row)))),
    locations: places.map((row) => LocationLine.parse(row)),
  };
}
