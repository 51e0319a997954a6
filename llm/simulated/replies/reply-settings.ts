import { z } from 'zod';

import { canonicalJson } from '../../../core/values/canonical-json';
import { UsageError } from '../../../core/errors/errors';
import { usualCompetence, usualCriticAccuracy } from '../../../core/names/usual-values';

const rate = z.number().min(0).max(1);

/** Shares of answers that are spoilt, decided by the request's identity alone. Each from 0 to 1, at most 1 together. */
export const ContentFaults = z
  .strictObject({
    refusal: rate.default(0),
    malformed: rate.default(0),
    cutOff: rate.default(0),
    emptyChoices: rate.default(0),
  })
  .refine(
    ({ refusal, malformed, cutOff, emptyChoices }) =>
      refusal + malformed + cutOff + emptyChoices <= 1 + 1e-9,
    'refusal, malformed, cutOff and emptyChoices may not add up to more than 1',
  );
export type ContentFaults = z.infer<typeof ContentFaults>;

export const modelServerKinds = ['simulated', 'recorded'] as const;
export type ModelServerKind = (typeof modelServerKinds)[number];

/** As many as MapCoder makes plans. */
const usualExamples = 4;

/** Everything besides the bank that changes what the model server answers. */
export const ReplySettings = z.strictObject({
  /** P(the critic's verification agrees with the label). 0.5 is a coin, 1 an oracle. */
  criticAccuracy: rate.default(usualCriticAccuracy),
  /** P(a simulated Solver or Debugger answers with a right program). Without effect on `recorded`. */
  competence: rate.default(usualCompetence),
  /** Only programs of this source model. */
  bankModel: z.string().min(1).optional(),
  strategies: z.int().min(1).max(100).default(3),
  reflections: z.int().min(1).max(100).default(2),
  /** Similar problems that are recalled. */
  examples: z.int().min(1).max(100).default(usualExamples),
  contentFaults: ContentFaults.prefault({}),
});
export type ReplySettings = z.infer<typeof ReplySettings>;
export type ReplySettingsInput = z.input<typeof ReplySettings>;

/** With their defaults. @throws UsageError (`BAD_MODEL_SETTING`) naming the setting and what it may be. */
export function replySettingsOf(input: ReplySettingsInput = {}): ReplySettings {
  const parsed = ReplySettings.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(
    `setting ${issue?.path.join('.') ?? ''} of the model server: ${issue?.message ?? 'invalid'}`,
    'Accuracy, competence and content faults are shares from 0 to 1; strategies, reflections and examples are 1 to 100',
    { code: 'BAD_MODEL_SETTING', cause: parsed.error },
  );
}

/** Raised whenever the same request would get another answer than before: old answers are then asked for anew. */
const replyFormat = 1;

/**
 * Kind, bank and every setting that changes a reply, in one canonical form; no port, latency or transport fault.
 * @throws UsageError for a setting out of range.
 */
export function logicalEndpointOf(model: {
  readonly kind: ModelServerKind;
  readonly bankSha256: string;
  /** Of its chat script. */
  readonly scriptSha256?: string | undefined;
  readonly settings?: ReplySettingsInput;
}): string {
  const settings = replySettingsOf(model.settings);
  const faults = Object.entries(settings.contentFaults).filter(([, share]) => share > 0);
  const text = canonicalJson({
    format: replyFormat,
    criticAccuracy: settings.criticAccuracy,
    competence: model.kind === 'simulated' ? settings.competence : undefined,
    bankModel: settings.bankModel,
    strategies: settings.strategies,
    reflections: settings.reflections,
    // What was answered before there were examples is still the answer.
    examples: settings.examples === usualExamples ? undefined : settings.examples,
    script: model.scriptSha256,
    contentFaults: faults.length === 0 ? undefined : Object.fromEntries(faults),
  });
  return `${model.kind}:${model.bankSha256}#${text}`;
}
