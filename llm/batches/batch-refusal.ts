import type { BatchSubmission } from '../../core/adapters/model-batches';
import type { ModelError } from '../failures/errors';

/** Endpoints say in one of these ways that they have no batches. */
const unsupported: ReadonlySet<number> = new Set([404, 405, 501]);
const gone: ReadonlySet<number> = new Set([404, 410]);

/** What was asked for is not at the endpoint. */
export function isGone({ status }: ModelError): boolean {
  return status !== undefined && gone.has(status);
}

/**
 * Batches are refused here, whatever single requests are.
 * @throws the failure itself if a later try may succeed, or if a person must act first
 */
export function refusal(failed: ModelError): Extract<BatchSubmission, { kind: 'refused' }> {
  const { status = 0, fate, code, words } = failed;
  const isUnsupported = unsupported.has(status);
  // Some keys may not use batches.
  const isForbidden = status === 403 && code !== 'MODEL_QUOTA';
  const isRejected = fate === 'terminal' && status >= 400 && status < 500;
  if (!isUnsupported && !isForbidden && !isRejected) throw failed;
  return { kind: 'refused', isUnsupported, words };
}
