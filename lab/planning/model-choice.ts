import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors';
import type { ModelConfig } from '../../core/schemas/run';
import { requireKey } from './require-key';
import type { RunFlags } from '../../cli/run-flags';

/** What `--model` means: what the run records, and how to have it answered. */
export interface ModelChoice {
  readonly config: ModelConfig;
  /** Files of the bank of our own server, in order; null for a real endpoint. */
  readonly bankFiles: readonly string[] | null;
  /** Of these problems, those that the bank does not have. */
  readonly missing: (problems: readonly string[]) => readonly string[];
}

/**
 * @throws UsageError for a bank that cannot be read, a flag that means nothing for this model, or (simulated) a
 * data set it was not made for.
 */
export async function chooseModel(flags: RunFlags, settings: Settings): Promise<ModelChoice> {
  if (flags.model === 'simulated') {
    const bank = join(findPackageRoot(), 'datasets', 'bundled', 'bank.jsonl');
    return ownServer('simulated', [bank], { flags, settings });
  }
  if (flags.model === 'recorded' || flags.model.startsWith('recorded:')) {
    const files = flags.model
      .slice('recorded:'.length)
      .split(',')
      .filter((file) => file !== '');
    if (files.length === 0) {
      throw new UsageError(
        `--model ${JSON.stringify(flags.model)} names no bank`,
        'Write recorded:<file>[,<file>…] with files of recorded generations (.jsonl or .jsonl.gz)',
      );
    }
    return ownServer('recorded', files, { flags, settings });
  }
  return await realEndpoint(flags, settings);
}

async function ownServer(
  kind: 'simulated' | 'recorded',
  files: readonly string[],
  { flags, settings }: { flags: RunFlags; settings: Settings },
): Promise<ModelChoice> {
  refuseFlags(kind, {
    '--thinker-model': flags.thinkerModel,
    '--critic-model': flags.criticModel,
    ...(kind === 'recorded' ? { '--competence': flags.competence } : {}),
  });
  const { describeBank, loadBank, logicalEndpointOf, missingProblems, parseFaults, viewBank } =
    await import('../../llm/simulated/index.js');
  const bank = await loadBank(files);
  const faults = parseFaults(settings.ESPALIER_SIMULATED_FAULTS ?? '{}');
  const replySettings = {
    ...(flags.criticAccuracy === undefined ? {} : { criticAccuracy: flags.criticAccuracy }),
    ...(flags.competence === undefined ? {} : { competence: flags.competence }),
    ...(flags.bankModel === undefined ? {} : { bankModel: flags.bankModel }),
    contentFaults: faults.content,
  };
  const view = viewBank(bank, flags.bankModel);
  const config: ModelConfig = {
    kind,
    name: kind,
    logicalEndpoint: logicalEndpointOf({ kind, bankSha256: bank.sha256, settings: replySettings }),
    bank: describeBank(bank, flags.bankModel === undefined ? {} : { bankModel: flags.bankModel }),
    criticAccuracy: flags.criticAccuracy ?? 0.8,
    ...(kind === 'simulated' ? { competence: flags.competence ?? 0.5 } : {}),
    ...(flags.bankModel === undefined ? {} : { bankModel: flags.bankModel }),
  };
  return { config, bankFiles: files, missing: (problems) => missingProblems(view, problems) };
}

async function realEndpoint(flags: RunFlags, settings: Settings): Promise<ModelChoice> {
  refuseFlags('a real endpoint', {
    '--critic-accuracy': flags.criticAccuracy,
    '--competence': flags.competence,
    '--bank-model': flags.bankModel,
  });
  if (/[/\\]|\.jsonl/.test(flags.model) && existsSync(flags.model)) {
    throw new UsageError(
      `--model ${flags.model} is a file`,
      `To answer from recorded generations, write --model recorded:${flags.model}`,
    );
  }
  requireKey(settings, flags.model);
  const { defaultBaseUrl, logicalEndpoint } = await import('../../llm/index.js');
  const config: ModelConfig = {
    kind: 'endpoint',
    name: flags.model,
    logicalEndpoint: logicalEndpoint(settings.OPENAI_BASE_URL ?? defaultBaseUrl),
    ...(flags.thinkerModel === undefined ? {} : { thinkerModel: flags.thinkerModel }),
    ...(flags.criticModel === undefined ? {} : { criticModel: flags.criticModel }),
  };
  return { config, bankFiles: null, missing: () => [] };
}

function refuseFlags(model: string, flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    throw new UsageError(
      `${flag} means nothing for ${model}`,
      'Leave it out, or choose another --model',
    );
  }
}
