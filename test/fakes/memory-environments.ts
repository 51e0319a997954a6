import { createHash } from 'node:crypto';

import type { EnvironmentStore, FunctionRecord, StageCount } from '../../core/ports/environment';
import type { AttemptKey } from '../../core/ports/records';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import type { Definition } from '../../core/schemas/environment-definition';
import { BlobMissingError, RecordMissingError } from '../../store';

/** Environments in memory that keep the promises of the port. */
export function createMemoryEnvironments(): EnvironmentStore {
  const archives = new Map<string, Buffer>();
  const environments = new Map<string, EnvironmentRecord>();
  const definitions = new Map<string, readonly Definition[]>();
  const funnels = new Map<string, readonly FunctionRecord[]>();
  const steps = new Map<string, string>();
  const name = ({ run, problem, sample }: AttemptKey): string =>
    JSON.stringify([run, problem, sample]);
  const functionsOf = (key: AttemptKey): readonly FunctionRecord[] => funnels.get(name(key)) ?? [];
  const hasEnded = ({ entry }: FunctionRecord): boolean =>
    entry.stage === 'accepted' || entry.stage === 'rejected';
  return {
    putArchive: async (content) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk));
      const whole = Buffer.concat(chunks);
      const sha256 = createHash('sha256').update(whole).digest('hex');
      archives.set(sha256, whole);
      return { sha256, bytes: whole.length };
    },
    openArchive: async function* (sha256) {
      const content = archives.get(sha256);
      if (content === undefined) throw new BlobMissingError(sha256, 'archive');
      yield content;
    },
    hasArchive: async (sha256) => archives.has(sha256),
    useTaskEnvironment: async () => undefined,
    evictTaskEnvironments: async () => [],
    saveEnvironment: async (record) => {
      environments.set(record.sha256, record);
    },
    environment: async (sha256) => environments.get(sha256) ?? null,
    environments: async () => [...environments.values()],
    saveDefinitions: async (environment, found) => {
      definitions.set(
        environment,
        [...found].sort(
          (left, right) =>
            Number(left.path > right.path) - Number(left.path < right.path) ||
            left.span.start - right.span.start,
        ),
      );
    },
    definitions: async (environment) => definitions.get(environment) ?? [],
    definition: async (environment, id) =>
      definitions.get(environment)?.find((one) => one.id === id) ?? null,
    saveFunnel: async (key, entries) => {
      const ended = new Map(
        functionsOf(key)
          .filter(hasEnded)
          .map(({ id, entry }) => [id, entry]),
      );
      funnels.set(
        name(key),
        entries.map((entry, place) => ({
          id: entry.id,
          place,
          entry: ended.get(entry.id) ?? entry,
        })),
      );
    },
    setEntry: async (key, entry) => {
      const before = functionsOf(key);
      if (!before.some(({ id }) => id === entry.id)) {
        throw new RecordMissingError(`function ${entry.id}`);
      }
      funnels.set(
        name(key),
        before.map((one) => (one.id === entry.id && !hasEnded(one) ? { ...one, entry } : one)),
      );
    },
    funnel: async (key) => functionsOf(key),
    stageCounts: async (run) => {
      const counts = new Map<string, StageCount>();
      for (const [text, functions] of [...funnels].sort(([one], [other]) =>
        one < other ? -1 : 1,
      )) {
        const [of, problem, sample] = JSON.parse(text) as [string, string, number];
        if (of !== run) continue;
        for (const { entry } of [...functions].sort((one, other) =>
          one.entry.stage < other.entry.stage ? -1 : 1,
        )) {
          const count = (counts.get(`${text} ${entry.stage}`)?.count ?? 0) + 1;
          counts.set(`${text} ${entry.stage}`, { problem, sample, stage: entry.stage, count });
        }
      }
      return [...counts.values()];
    },
    waitingFunctions: async (key, { from, size }) => {
      const waiting = functionsOf(key).filter(
        ({ entry, place }) => entry.stage === 'waiting' && place >= from,
      );
      return {
        functions: waiting.slice(0, size).map(({ id, place }) => ({ id, place })),
        next: waiting[size]?.place ?? null,
      };
    },
    findStep: async (key) => JSON.parse(steps.get(key) ?? 'null') as unknown,
    saveStep: async (key, result, which = 'first') => {
      if (which === 'last' || !steps.has(key)) steps.set(key, JSON.stringify(result));
    },
  };
}
