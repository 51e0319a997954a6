import { createHash } from 'node:crypto';

import { definitionPlace } from '../../../core/repository/definition-place';
import { GradedHarness } from '../../../core/schemas/environment-harness';
import { Instance } from '../../../core/schemas/environment-instance';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { SliceFragment } from '../../../core/schemas/slice-fragment';
import type { GradedTarget } from './harness-trial';

export interface SampleInstance {
  readonly instance: Instance;
  readonly graded: GradedHarness;
  /** The stored JSON of it. */
  readonly text: string;
}

function fragment(path: string, text: string, distance: number): SliceFragment {
  return {
    ...{ path, start: 0, end: text.length, blockEnd: text.length, lines: { first: 1, last: 1 } },
    ...{ kind: 'constant', symbol: path, needs: [], opens: false, indent: '', inner: '' },
    ...{ reason: { by: null, edge: 'name', line: null }, distance, text },
  };
}
const rates = (path: string): SliceFragment =>
  fragment(path, 'RATES = {"none": 0, "half": 50, "full": 100}', 1);
const readme = fragment('README.md', 'A shop.', 5);

export function sampleInstance(
  { problem, hidden, definition, signature, docstring }: GradedTarget,
  { repository, sha256, lock, python }: EnvironmentRecord,
): SampleInstance {
  const { id, module, qualname, name, className } = problem;
  const graded = GradedHarness.parse({ format: 1, parts: hidden.parts, shown: [] });
  const text = JSON.stringify(graded);
  const hash = createHash('sha256').update(text).digest('hex');
  const { path } = definitionPlace(id);
  const indent = className === null ? '    ' : '        ';
  const instance = Instance.parse({
    ...{ format: 1, id, repository, environment: { sha256, lock, python } },
    definition: {
      ...{ path, module, qualname, name, className, signature, source: definition },
      lines: { first: 1, last: definition.split('\n').length },
      stub: `${signature}\n${indent}${docstring}\n${indent}raise NotImplementedError\n`,
      changed: null,
    },
    docstring: { text: docstring, by: 'original', faults: [] },
    contexts: { dependency: [rates(path)], full: [rates(path), readme] },
    harness: {
      ...{ target: id, module, qualname, policy: problem.policy },
      parts: hidden.parts.map(({ source, cases }) => ({
        ...{ source, cases, blobs: {} },
        provenance: { generator: 'hypothesis', round: 1 },
      })),
    },
    ...{ expected: hash, graded: hash },
    measures: {
      ...{ cases: 3, branchCoverage: 1, lineCoverage: 1, flakes: [], reruns: 5 },
      mutation: { killed: 9, total: 10, survivors: [] },
    },
  });
  return { instance, graded, text };
}
