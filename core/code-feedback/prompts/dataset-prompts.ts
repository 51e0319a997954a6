import { errorClasses } from '../../names/dataset-methods';
import { assistantPrompts, mistakenPrompt } from './assistant-prompts';
import { feedbackCategories, feedbackDuties, feedbackRequest } from './feedback-prompt';
import {
  followUps,
  introducerDuties,
  introductionRequest,
  rewriterDuties,
  rewritingRequest,
} from './problem-prompts';
import { ratingPrompts } from './rating-prompts';

/** Every prompt of the making of data sets, filled with a specimen. Other words make another run. */
export function datasetPrompts(): readonly string[] {
  return [...instructions(), ...followUps];
}

/** The prompts that no dialogue may have. Follow-ups are turns of a dialogue. */
export function instructions(): readonly string[] {
  const turns = [{ role: 'user', content: 'QUERY' }] as const;
  const problem = { setup: 'SETUP', entryPoint: 'ENTRY' };
  return [
    ...Object.values(ratingPrompts),
    ...Object.values(assistantPrompts),
    ...errorClasses.map(mistakenPrompt),
    ...[feedbackDuties, feedbackRequest(turns, feedbackCategories.join())],
    ...[introducerDuties, introductionRequest(turns, 'PROBLEM', 'CODE')],
    ...[rewriterDuties, rewritingRequest('PROBLEM', problem, 'CODE', 'FAILURE')],
  ];
}
