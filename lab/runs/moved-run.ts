import { UsageError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import type { LabContext } from '../lab-context';

/**
 * A run whose model is asked at another address, and its settings. A person named the address, so the key of this command is
 * sent there.
 * @throws UsageError for a run without an endpoint, (`OTHER_ENDPOINT`) when OPENAI_BASE_URL differs, (`BAD_BASE_URL`) for an
 * invalid address
 */
export async function movedRun<Context extends LabContext>(
  context: Context,
  record: RunRecord,
  baseUrl: string,
): Promise<{ readonly context: Context; readonly record: RunRecord }> {
  const { settings } = context;
  const { model } = record.config;
  if (model.kind !== 'endpoint') {
    throw new UsageError(
      `run ${record.id} asks no endpoint of somebody else's`,
      'Leave --base-url out',
    );
  }
  const { logicalEndpoint } = await import('../../llm/index.js');
  if (!isAddress(baseUrl)) {
    // The text is not repeated, because it may hold a password.
    throw new UsageError(
      `--base-url (${String(baseUrl.length)} characters) is not an http or https address`,
      'Give something like https://api.openai.com/v1 or http://127.0.0.1:8000/v1',
      { code: 'BAD_BASE_URL' },
    );
  }
  const address = logicalEndpoint(baseUrl);
  const said = settings.OPENAI_BASE_URL;
  if (said !== undefined && logicalEndpoint(said) !== address) {
    throw new UsageError(
      `--base-url is ${address}, and OPENAI_BASE_URL is ${logicalEndpoint(said)}: whose key OPENAI_API_KEY is, is not clear`,
      'Set OPENAI_BASE_URL to the same address, or unset it, and OPENAI_API_KEY to the key for it',
      { code: 'OTHER_ENDPOINT' },
    );
  }
  return {
    context: { ...context, settings: { ...settings, OPENAI_BASE_URL: baseUrl } },
    record: { ...record, movedTo: address === model.logicalEndpoint ? null : address },
  };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
