import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors/errors';
import { usualCompetence, usualCriticAccuracy } from '../../core/names/usual-values';
import type { ModelConfig } from '../../core/schemas/run';
import { requireKey } from './require-key';
import type { CheckedRequest } from './run-request';

/** The meaning of `--model`: the configuration of the run, and the files that the answers come from. */
export interface ModelChoice {
  readonly config: ModelConfig;
  /** Files of the bank of our own server, in order. null: a real endpoint. */
  readonly bankFiles: readonly string[] | null;
  /** Script of our own server in chats. null: none. */
  readonly scriptFile: string | null;
  /** Returns the problems among these that the bank lacks. */
  readonly missing: (problems: readonly string[]) => readonly string[];
}

type AskedModel = Pick<
  CheckedRequest,
  | 'model'
  | 'thinkerModel'
  | 'criticModel'
  | 'humanModel'
  | 'criticAccuracy'
  | 'competence'
  | 'bankModel'
> & {
  /** Chats with the simulated model: file with its replies. */
  readonly script?: string | undefined;
};

const ownKinds = ['simulated', 'recorded'] as const;

/** @throws UsageError for an unreadable bank or script, a flag that the model does not take, or a model without a bank */
export async function chooseModel(request: AskedModel, settings: Settings): Promise<ModelChoice> {
  if (request.model !== 'simulated') {
    refuseMeaningless(`--model ${request.model}`, { '--script': request.script });
  }
  if (request.model === 'simulated') {
    const bank = join(findPackageRoot(), 'datasets', 'bundled', 'bank.jsonl');
    return ownServer('simulated', [bank], { request, settings });
  }
  const own = ownKinds.find(
    (kind) => request.model === kind || request.model.startsWith(`${kind}:`),
  );
  if (own !== undefined) {
    const files = request.model
      .slice(`${own}:`.length)
      .split(',')
      .filter((file) => file !== '');
    if (files.length === 0) {
      throw new UsageError(
        `--model ${JSON.stringify(request.model)} names no bank`,
        `Write ${own}:<file>[,<file>…] with files of recorded generations (.jsonl or .jsonl.gz)`,
      );
    }
    return ownServer(own, files, { request, settings });
  }
  return await realEndpoint(request, settings);
}

async function ownServer(
  kind: (typeof ownKinds)[number],
  files: readonly string[],
  { request, settings }: { request: AskedModel; settings: Settings },
): Promise<ModelChoice> {
  refuseMeaningless(kind, {
    '--thinker-model': request.thinkerModel,
    '--critic-model': request.criticModel,
    '--human-model': request.humanModel,
    ...(kind === 'recorded' ? { '--competence': request.competence } : {}),
  });
  const {
    describeBank,
    loadBank,
    loadChatScript,
    logicalEndpointOf,
    missingProblems,
    parseFaults,
    viewBank,
  } = await import('../../llm/simulated/index.js');
  const bank = await loadBank(files);
  const script = request.script === undefined ? undefined : await loadChatScript(request.script);
  const faults = parseFaults(settings.ESPALIER_SIMULATED_FAULTS ?? '{}');
  const replySettings = {
    ...(request.criticAccuracy === undefined ? {} : { criticAccuracy: request.criticAccuracy }),
    ...(request.competence === undefined ? {} : { competence: request.competence }),
    ...(request.bankModel === undefined ? {} : { bankModel: request.bankModel }),
    contentFaults: faults.content,
  };
  const view = viewBank(bank, request.bankModel);
  const config: ModelConfig = {
    kind,
    name: kind,
    logicalEndpoint: logicalEndpointOf({
      kind,
      bankSha256: bank.sha256,
      scriptSha256: script?.sha256,
      settings: replySettings,
    }),
    bank: describeBank(
      bank,
      request.bankModel === undefined ? {} : { bankModel: request.bankModel },
    ),
    criticAccuracy: request.criticAccuracy ?? usualCriticAccuracy,
    ...(kind === 'simulated' ? { competence: request.competence ?? usualCompetence } : {}),
    ...(request.bankModel === undefined ? {} : { bankModel: request.bankModel }),
    ...(script === undefined ? {} : { scriptSha256: script.sha256 }),
  };
  return {
    config,
    bankFiles: files,
    scriptFile: request.script ?? null,
    missing: (problems) => missingProblems(view, problems),
  };
}

async function realEndpoint(request: AskedModel, settings: Settings): Promise<ModelChoice> {
  refuseMeaningless('a real endpoint', {
    '--critic-accuracy': request.criticAccuracy,
    '--competence': request.competence,
    '--bank-model': request.bankModel,
  });
  if (/[/\\]|\.jsonl/.test(request.model) && existsSync(request.model)) {
    throw new UsageError(
      `--model ${request.model} is a file`,
      `To answer from recorded generations, write --model recorded:${request.model}`,
    );
  }
  requireKey(settings, request.model);
  const { defaultBaseUrl, logicalEndpoint } = await import('../../llm/index.js');
  const config: ModelConfig = {
    kind: 'endpoint',
    name: request.model,
    logicalEndpoint: logicalEndpoint(settings.OPENAI_BASE_URL ?? defaultBaseUrl),
    ...(request.thinkerModel === undefined ? {} : { thinkerModel: request.thinkerModel }),
    ...(request.criticModel === undefined ? {} : { criticModel: request.criticModel }),
  };
  return { config, bankFiles: null, scriptFile: null, missing: () => [] };
}

function refuseMeaningless(model: string, flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    throw new UsageError(
      `${flag} means nothing for ${model}`,
      'Leave it out, or choose another --model',
    );
  }
}
