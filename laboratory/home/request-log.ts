import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { AgentRole } from '../../core/names/roles';
import { readRequestLog, type RequestLogEntry } from '../../llm/simulated';
import type { EspalierHome } from './espalier-home';

/** Every arrival at this home's model servers. */
export function requestsOf(home: EspalierHome): readonly RequestLogEntry[] {
  const { logs } = home.folder;
  if (!existsSync(logs)) return [];
  return readdirSync(logs)
    .filter((name) => /^model-.*\.requests\.jsonl$/.test(name))
    .flatMap((name) => readRequestLog(join(logs, name)));
}

/** Arrivals by identity. */
export function arrivalsOf(entries: readonly RequestLogEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { identity } of entries) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return counts;
}

/** Arrived, and no answer handed to the connection; of one role, or of any. */
export function unanswered(
  entries: readonly RequestLogEntry[],
  role?: AgentRole,
): readonly RequestLogEntry[] {
  return entries.filter((entry) => {
    return entry.answered === null && (role === undefined || entry.role === role);
  });
}
