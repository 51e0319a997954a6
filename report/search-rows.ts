import type { AnswerRule } from '../core/names/answer-rules';
import type { Particular, RowKind } from './kind-report';

const answerWords: Readonly<Record<Exclude<AnswerRule, 'best'>, string>> = {
  'last-failing': 'of a search that accepts nothing: the last program that fails a visible test',
  passing: 'the first program that passes the visible tests, or none',
};

/** How its searches are configured: rows beside those of the run's data set and model. */
export const searchSettingRows: readonly RowKind[] = [
  {
    label: 'answer',
    // null: the usual one, `best`.
    value: ({ record: { config } }) =>
      config.kind !== 'search' || config.search.answer === undefined
        ? null
        : answerWords[config.search.answer],
  },
];

export const searchParticulars: readonly Particular[] = [
  {
    among: 'runs',
    say: (config) => (config.kind === 'search' ? `prompts ${config.prompts.set}` : ''),
  },
  // Methods that answer otherwise by their nature are told apart by their names.
  {
    among: 'runs of one method',
    say: (config) => (config.kind === 'search' ? `answer ${config.search.answer ?? 'best'}` : ''),
  },
];
