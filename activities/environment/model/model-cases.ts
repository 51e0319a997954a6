import { textOfAnswer } from '../../../core/replies/text-of-answer';
import { earlierRounds, harnessRequest } from '../../../core/repository/prompts/harness-request';
import { readHarnessReply } from '../../../core/repository/prompts/read-harness-reply';
import type { GenerationReason } from '../../../core/names/environment-reasons';
import type { ActivityDependencies } from '../../dependencies';
import { CallBudgetSpentError } from '../../model/ask-model';
import { askRole } from '../../model/ask-role';
import type { AttemptContexts } from '../../work/attempt-contexts';
import type { CasesGenerator, GeneratedCases } from '../cases-generator';
import { environmentAsker } from '../environment-asker';

/** R2E's own. */
const usualTemperature = 0.2;

/** One call per round, told what the previous round lacked. A reply that is incomplete or not Python never becomes a test. */
export function modelCases(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): CasesGenerator {
  return async ({ attempt, definition, module, context, action, previous, prepare }, durable) => {
    const config = await contexts.configOf(attempt.run, 'environment');
    const { id, qualname, className } = definition;
    const subject = { module, qualname, className, context };
    const { round } = action;
    const asked = await askRole(dependencies, durable, {
      attempt,
      asker: environmentAsker(attempt.run, config),
      role: 'harness-writer',
      model: config.model.name,
      purpose: { kind: 'environment', request: `${id}/cases/${String(round)}` },
      ordinal: round - 1,
      messages: harnessRequest(subject, earlierRounds(action, previous)),
      temperature: config.temperature ?? usualTemperature,
      format: null,
      repairs: 0,
      parse: (text) => ({ ok: true, value: text }),
    }).catch((error: unknown) => {
      if (error instanceof CallBudgetSpentError) return null;
      throw error;
    });
    if (asked === null) return none('over_budget', null);
    const { answer, calls } = asked;
    const read = readHarnessReply(textOfAnswer(answer), answer.finishReason);
    if (read.kind === 'none') return none(read.reason, feedbackOf[read.reason]);
    const { source } = read;
    const made = await prepare({ target: id, module, qualname, source }, durable.signal);
    if (made.kind === 'unreadable') return none('parse_error', made.why);
    const { prepared } = made;
    const [call] = calls;
    if (call === undefined) throw new Error(`cases for ${id} came of no call`);
    if (prepared.cases.length === 0) return none('no_tests', feedbackOf.no_tests);
    const model = { name: config.model.name, call: call.identity };
    const provenance = { generator: 'model', round, model } as const;
    return { kind: 'cases', part: { source, cases: prepared.cases, blobs: {}, provenance } };
  };
}

type NoCases = GenerationReason | 'no_tests';

const feedbackOf: Readonly<Record<Exclude<NoCases, 'parse_error' | 'over_budget'>, string>> = {
  gen_truncated: 'The answer was cut off before its end. Give fewer and shorter cases.',
  gen_refused: 'The answer held no Python code block with cases.',
  gen_empty: 'The answer was empty.',
  no_tests: 'No function of the answer has a name that begins with case_.',
};

function none(code: NoCases, feedback: string | null): GeneratedCases {
  return { kind: 'none', reason: { code }, feedback };
}
