import type { AnswerFormat } from '../../schemas/model';
import type { PatchProblem } from '../../tasks/patch/patch';
import type { Prompt } from '../prompt-sets/prompt-set';
import { issueText } from './issue-text';
import { locatorSystem } from './locator-system';

const placesOfFile = {
  type: 'object',
  properties: { path: { type: 'string' }, at: { type: 'array', items: { type: 'string' } } },
  required: ['path', 'at'],
  additionalProperties: false,
};

const elementsFormat: AnswerFormat = {
  name: 'elements',
  schema: {
    type: 'object',
    properties: { elements: { type: 'array', items: placesOfFile } },
    required: ['elements'],
    additionalProperties: false,
  },
};

const setsFormat: AnswerFormat = {
  name: 'location_sets',
  schema: {
    type: 'object',
    properties: {
      sets: { type: 'array', items: { type: 'array', items: placesOfFile } },
    },
    required: ['sets'],
    additionalProperties: false,
  },
};

/** The second question of retrieval: which definitions of the files. @param skeleton files without bodies */
export function locateElementsPrompt(problem: PatchProblem, skeleton: string): Prompt {
  return asked(
    [
      issueText(problem),
      'Files that are probably relevant, without function bodies:',
      skeleton,
      'Which classes, functions, methods and globals are needed to solve the issue? Name those that must change, and those ' +
        'that one must read to make the change.',
      'Answer with a JSON object and nothing else. It has one member, "elements": a list of objects, one for each file, each ' +
        'with "path" and with "at", a list of texts such as "class: Name", "function: name", "method: Class.name" or "global: NAME".',
    ],
    elementsFormat,
  );
}

/**
 * The third question of retrieval: where the change goes.
 * @param code of the elements
 * @param atMost sets, at least 1
 * @param exactly whether a method needs this number. Default: the model decides how many are worth trying
 */
export function locationSetsPrompt(
  problem: PatchProblem,
  code: string,
  { atMost, exactly = false }: { readonly atMost: number; readonly exactly?: boolean },
): Prompt {
  const wanted =
    atMost === 1
      ? 'Which places must change to solve the issue? Give one set of places that belong together.'
      : 'Which places must change to solve the issue? Give sets of places. Each set is one way to solve the issue, and contains ' +
        `every place that this way changes. ${exactly ? `Give exactly ${String(atMost)} sets. ` : decides(atMost)}` +
        'Put the most promising set first. The sets must differ in substance.';
  return asked(
    [
      issueText(problem),
      'Code of the repository:',
      code,
      wanted,
      'Answer with a JSON object and nothing else. It has one member, "sets": a list of sets. A set is a list of objects, one for ' +
        'each file, each with "path" and with "at", a list of texts such as "class: Name", "function: name", "method: Class.name", ' +
        '"global: NAME" or "line: 12".',
    ],
    setsFormat,
  );
}

const decides = (atMost: number): string =>
  `You decide how many sets are worth trying, but never more than ${String(atMost)}. `;

function asked(content: readonly string[], format: AnswerFormat): Prompt {
  return {
    messages: [
      { role: 'system', content: locatorSystem },
      { role: 'user', content: content.join('\n\n') },
    ],
    format,
  };
}

/** Tells the Thinker which location sets were tried, and asks for others. */
export function setsTriedText(earlier: readonly string[]): string {
  const named = earlier.map((text) => text.split('\n\n')[0] ?? '').join('\n\n');
  return `These places were tried without success:\n\n${named}\n\nName other places.`;
}
