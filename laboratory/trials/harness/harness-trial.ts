import { createHash } from 'node:crypto';

import type {
  JobRecord,
  RepositoryArchive,
  RepositoryCell,
} from '../../../core/adapters/repository';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { wholeOutcome } from '../../../core/grading/whole-outcome';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import { definitionPlace } from '../../../core/repository/definition-place';
import { caseClock, caseSeed } from '../../../core/repository/run-terms';
import { GradedPart } from '../../../core/schemas/environment-harness';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { checkOf } from '../../../core/tasks/check-of';
import { HarnessHidden, HarnessProblem } from '../../../core/tasks/harness/harness';
import { runCheck } from '../../../core/tasks/run-check';
import { withHarness } from '../../../sandbox';
import type { RepositoryCells } from '../../../sandbox';
import { ArchiveStore } from './archive-store';
import { sampleCases, sampleId } from './sample-project';
import type { SampleArchives, SampleTarget } from './sample-project';

export interface GradedTarget {
  readonly problem: HarnessProblem;
  readonly hidden: HarnessHidden;
  /** The definition as it is in its file, and with its body gone, each inside its class where it has one. */
  readonly gold: string;
  /** As it stands in its file. */
  readonly definition: string;
  readonly signature: string;
  readonly docstring: string;
  readonly stub: string;
}

const shape = { memoryMb: 1_024, filesMb: 64, scratchMb: 64 };

/** Grades candidates by harnesses in an environment that was made for it. */
export class HarnessTrial {
  readonly sandbox: Sandbox;

  constructor(
    plain: Sandbox,
    private readonly host: RepositoryCells,
    readonly store: ArchiveStore = new ArchiveStore(),
  ) {
    const environments = store;
    this.sandbox = withHarness(plain, {
      environments,
      host: async () => host,
      tools: host.tools,
    });
  }

  /** sha256 of an environment. */
  async keep(sample: SampleArchives): Promise<string> {
    const [installed, snapshot, tools] = await Promise.all([
      this.put(sample.installed),
      this.put(sample.snapshot),
      this.put(sample.tools),
    ]);
    const cell = await this.host.open({ archives: [], shape });
    await cell.close();
    const { python } = cell.place;
    const sha256 = createHash('sha256').update(installed).update(snapshot).digest('hex');
    this.store.keepRecord({
      ...{ sha256, archives: { installed, snapshot, tools }, python, packages: {} },
      repository: {
        ...{ input: { kind: 'path', path: '/sample' }, name: 'sample/shop', commit: null },
        ...{ tree: snapshot, licence: 'MIT' },
      },
      ...{ lock: sha256, rung: 1, attempts: [], modules: { importable: 3, total: 3 }, lacks: [] },
    });
    return sha256;
  }

  private async put(bytes: Buffer): Promise<string> {
    const content = (async function* () {
      yield bytes;
    })();
    return (await this.store.putArchive(content)).sha256;
  }

  /** @throws Error when the original does not run */
  async target(environment: string, target: SampleTarget): Promise<GradedTarget> {
    const id = sampleId(target);
    const record = await this.store.environment(environment);
    if (record === null) throw new RangeError(environment);
    const { installed, snapshot } = record.archives;
    const archives = [this.archive(installed), this.archive(snapshot, 'source')];
    const cell = await this.host.open({ archives, shape });
    try {
      const part = await this.part(cell, target);
      const [text, stub] = await run(cell, 'stubs', {
        roots: { source: '/srv/source' },
        operations: ['text', 'stub'].map((operation) => ({
          do: operation,
          ...definitionPlace(id),
        })),
      });
      const definition = String(text?.['definition']);
      const problem = HarnessProblem.parse({
        ...{ kind: 'harness', id, dataset: 'trial', context: '', visibleTests: [] },
        ...{ className: target.className, name: target.name, qualname: target.qualname },
        ...{ module: target.module, environment, policy: candidatePolicy },
        statement: definition,
      });
      const hidden = HarnessHidden.parse({
        ...{ kind: 'harness', harness: '0'.repeat(64), parts: [part] },
      });
      const source = Buffer.from(String(stub?.['source']), 'base64').toString('utf8');
      const [signature, docstring] = [text?.['signature'], text?.['docstring']].map(String);
      return {
        ...{ problem, hidden, gold: inClass(target, definition), stub: source, definition },
        ...{ signature: signature ?? '', docstring: docstring ?? '' },
      };
    } finally {
      await cell.close();
    }
  }

  async grade({ problem, hidden }: GradedTarget, program: string): Promise<TestOutcome> {
    const terms = { limits: hiddenLimit({ cpuSeconds: 2 }), seed: 0, assurance: 'data' } as const;
    const { outcomes } = await runCheck(this.sandbox, checkOf(problem, hidden, program, terms));
    return wholeOutcome(outcomes);
  }

  private async part(cell: RepositoryCell, target: SampleTarget): Promise<GradedPart> {
    const { module, qualname } = target;
    const harness = {
      ...{ target: sampleId(target), module, qualname },
      ...{ source: sampleCases(target), blobs: {} },
    };
    const { prepared } = await answer(cell, 'run_cases', { action: 'prepare', harness });
    const ready = prepared as { source: string; cases: string[] };
    const roots = { project: '/srv/project', deps: '/srv/deps' };
    const request = { action: 'run', roots, harness: prepared, seed: caseSeed, clock: caseClock };
    const { record, records: expected } = await job(cell, 'run_cases', request);
    if (expected.length !== ready.cases.length) throw new Error(JSON.stringify(record));
    const { source, cases } = ready;
    return GradedPart.parse({
      ...{ source, written: harness.source, cases, blobs: {}, expected },
    });
  }

  private archive(hash: string, at = ''): RepositoryArchive {
    return { hash, at, open: () => this.store.openArchive(hash) };
  }
}

/** As a model writes it: a method in the class that it belongs to. */
export function inClass({ className }: SampleTarget, definition: string): string {
  return className === null ? definition : `class ${className}:\n${definition}\n`;
}

async function job(cell: RepositoryCell, module: string, request: object) {
  const { end, records, stderr } = await cell.run(
    { module, request },
    { limits: usualJobLimits, walls: 'strict' },
  );
  if (end.kind !== 'finished') throw new Error(`${module}: ${JSON.stringify(end)} ${stderr.text}`);
  return { record: end.record, records };
}

async function run(cell: RepositoryCell, module: string, request: object) {
  return (await job(cell, module, request)).records;
}

async function answer(cell: RepositoryCell, module: string, request: object): Promise<JobRecord> {
  return (await job(cell, module, request)).record;
}
