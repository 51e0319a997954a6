import { z } from 'zod';

import type { EnvironmentPorts, SelectedFunctions } from '../../../core/ports/environment';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobLimits, JobRecord, RepositoryCell } from '../../../core/adapters/repository';
import { repositoryCounts } from '../../../core/repository/funnel-counts';
import { askedFor } from '../../../core/repository/filters/asked-for';
import { withoutNearDuplicates } from '../../../core/repository/filters/near-duplicates';
import { selectDefinitions } from '../../../core/repository/filters/select-definitions';
import type { Rejection } from '../../../core/repository/filters/select-definitions';
import { Definition } from '../../../core/schemas/environment-definition';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';
import type { DurableContext } from '../../work/durable';
import { environmentRoots, environmentShape, openEnvironment } from '../open-environment';
import { knownEnvironment } from './known-environment';
import type { RepositoryParts } from './repository-parts';
import { RepositoryJobError } from './run-repository-job';
import { sha256Of } from '../../sha256-of';
import { stepKey } from './step-key';

/** Both jobs read files and run none. For 20,000 files, each takes minutes. */
const limits: JobLimits = {
  ...usualJobLimits,
  wallMs: 900_000,
  cpuMs: 900_000,
  memoryMb: environmentShape.memoryMb,
  outputBytes: 1024 ** 3,
  diskMb: environmentShape.scratchMb,
};

const Extracted = z.strictObject({ definitions: z.int().nonnegative() });
const Connections = z.record(z.string(), z.int().nonnegative());
const ToldEdges = z.object({
  record: z.literal('edges'),
  id: z.string(),
  connectivity: z.object({ calls: Connections }),
});

/**
 * Records all definitions in the funnel: the filter that stops each, and which others get a harness.
 * @throws RepositoryJobError, what a cell throws
 */
export async function selectFunctions(
  parts: RepositoryParts,
  { attempt, environment }: Parameters<EnvironmentPorts['selectFunctions']>[0],
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<SelectedFunctions> {
  const { environments } = parts.store;
  const config = (await parts.contexts.configOf(attempt.run, 'environment')).environment;
  const cell = new OneCell(parts, environment, signal);
  try {
    const definitions = await definitionsOf(parts, environment, cell);
    const disabled = config.disabledFilters;
    const loose = selectDefinitions(definitions, { disabled, connections: null }).accepted;
    const connections = await connectionsOf(parts, environment, loose, cell);
    const { accepted, rejected } = selectDefinitions(definitions, { disabled, connections });
    const { accepted: passed, rejected: copies } = withoutNearDuplicates(accepted);
    const asked = new Set(askedFor(passed, config).map(({ id }) => id));
    const left = new Map([...rejected, ...copies].map((one) => [one.id, filtered(one)]));
    const entryOf = ({ id }: Definition): FunnelEntry =>
      left.get(id) ?? { stage: asked.has(id) ? 'waiting' : 'not-asked', id };
    await environments.saveFunnel(attempt, definitions.map(entryOf));
    // Functions that already have an end keep it.
    const entries = (await environments.funnel(attempt)).map(({ entry }) => entry);
    return { ended: null, counts: repositoryCounts(entries) };
  } finally {
    await cell.close();
  }
}

function filtered({ id, filter, of }: Rejection): FunnelEntry {
  return { stage: 'filtered', id, filter, ...(of === undefined ? {} : { of }) };
}

/** A cell with the environment. It is opened when it is first needed. */
class OneCell {
  private opened: Promise<RepositoryCell> | null = null;

  constructor(
    private readonly parts: RepositoryParts,
    private readonly environment: string,
    private readonly signal: AbortSignal,
  ) {}

  /** The records of a job as they arrive. Records of a job that was started again count once. @throws RepositoryJobError */
  async say(module: string, request: object): Promise<readonly JobRecord[]> {
    this.opened ??= this.open();
    const { signal } = this;
    const cell = await this.opened;
    const roots = environmentRoots;
    const job = { module, request: { roots, ...request } };
    const { end, records } = await cell.run(job, { limits, walls: 'strict', signal });
    if (end.kind !== 'finished') throw new RepositoryJobError(module, end);
    return records;
  }

  async close(): Promise<void> {
    await (await this.opened?.catch(() => null))?.close();
  }

  private async open(): Promise<RepositoryCell> {
    const { environments } = this.parts.store;
    const record = await knownEnvironment(environments, this.environment);
    return openEnvironment({ ...this.parts, environments }, record, this.signal);
  }
}

async function definitionsOf(
  parts: RepositoryParts,
  environment: string,
  cell: OneCell,
): Promise<readonly Definition[]> {
  const { environments } = parts.store;
  const key = stepKey('definitions', { environment, place: await parts.place() });
  if (!Extracted.safeParse(await environments.findStep(key)).success) {
    const records = await cell.say('extract', {});
    const found = records.flatMap((record) =>
      record['record'] === 'definition' ? [Definition.parse(record)] : [],
    );
    await environments.saveDefinitions(environment, found);
    await environments.saveStep(key, { definitions: found.length });
  }
  return environments.definitions(environment);
}

/** By id, the number of different things that a definition calls, whatever they are. R2E counts in this way. */
async function connectionsOf(
  parts: RepositoryParts,
  environment: string,
  definitions: readonly Definition[],
  cell: OneCell,
): Promise<ReadonlyMap<string, number>> {
  const { environments } = parts.store;
  const ids = definitions.map(({ id }) => id);
  const depends = { environment, place: await parts.place(), ids: sha256Of(JSON.stringify(ids)) };
  const key = stepKey('connections', depends);
  let known = Connections.safeParse(await environments.findStep(key)).data;
  if (known === undefined) {
    const records =
      ids.length === 0
        ? []
        : await cell.say('slice_definition', { action: 'graph', definitions: ids });
    const counted = records.flatMap((record) => {
      const told = ToldEdges.safeParse(record).data;
      if (told === undefined) return [];
      const { id, connectivity } = told;
      return [[id, Object.values(connectivity.calls).reduce((sum, n) => sum + n, 0)] as const];
    });
    known = Object.fromEntries(counted);
    await environments.saveStep(key, known);
  }
  return new Map(Object.entries(known));
}
