import { EspalierError, exitCodes } from '../../core/errors/errors';
import { searchAttributeNames } from '../../core/durable/search-attributes';
import { isRecord } from '../../core/values/is-record';
import type { RunCommand } from './run-command';
import { localNamespace } from './server-command';

const retentionDays = 30;
const secondsPerDay = 86_400;

export interface NamespaceTarget {
  readonly run: RunCommand;
  readonly binary: string;
  readonly address: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A command to the running server failed. */
export class NamespaceNotPreparedError extends EspalierError {
  constructor(step: string, problem: string) {
    super(`the local engine refused to ${step}: ${problem}`, {
      code: 'ENGINE_NAMESPACE_NOT_PREPARED',
      remedy: 'espalier down, then espalier up; the engine log in the state folder has the details',
      exitCode: exitCodes.notReady,
    });
  }
}

/**
 * Raises the retention to 30 days (the server makes one day) and adds missing search attributes (the server's flags apply
 * only to a new database). @throws NamespaceNotPreparedError
 */
export async function prepareNamespace(target: NamespaceTarget): Promise<void> {
  const description = await operator(target, 'describe the namespace', [
    ...['namespace', 'describe', '-n', localNamespace, '-o', 'json'],
  ]);
  const { retentionSeconds, attributes } = parseDescription(description);
  if (retentionSeconds < retentionDays * secondsPerDay) {
    await operator(target, 'raise the retention', [
      ...['namespace', 'update', '-n', localNamespace, '--retention', `${retentionDays}d`],
    ]);
  }
  const missing = searchAttributeNames.filter((name) => !attributes.includes(name));
  for (const name of missing) {
    await operator(target, `add search attribute ${name}`, [
      ...['search-attribute', 'create', '-n', localNamespace, '--name', name, '--type', 'Keyword'],
    ]);
  }
}

async function operator(
  target: NamespaceTarget,
  step: string,
  args: readonly string[],
): Promise<string> {
  const { stdout, problem } = await target.run(
    [target.binary, 'operator', ...args, '--address', target.address],
    { environment: target.environment, timeoutMs: 20_000 },
  );
  if (problem !== null) throw new NamespaceNotPreparedError(step, problem);
  return stdout;
}

function parseDescription(text: string) {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new NamespaceNotPreparedError('describe the namespace', 'its answer is not JSON');
  }
  const config = isRecord(reply) && isRecord(reply['config']) ? reply['config'] : {};
  const aliases = config['customSearchAttributeAliases'];
  return {
    retentionSeconds: Number.parseInt(String(config['workflowExecutionRetentionTtl']), 10) || 0,
    attributes: isRecord(aliases) ? Object.values(aliases) : [],
  };
}
