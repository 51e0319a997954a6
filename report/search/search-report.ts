import type { AnswerRule } from '../../core/names/answer-rules';
import { searchHeadFacts, searchTreeLines } from '../attempt-tree';
import { attemptSampleRow, samplesFile } from '../export/sample-rows';
import { searchTrace } from '../export/search-trace';
import type { KindReport } from '../kind-report';
import { countText } from '../../core/words/plural';
import { filesOfPatches } from '../patches/official-files';

const answerWords: Readonly<Record<Exclude<AnswerRule, 'best'>, string>> = {
  'last-failing': 'of a search that accepts nothing: the last program that fails a visible test',
  passing: 'the first program that passes the visible tests, or none',
};

/** `regression files 3, code tokens 4,000`. null: all are the usual ones. */
function settingsText(settings: Readonly<Record<string, number | undefined>> = {}): string | null {
  const told = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          `${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${countText(value)}`,
        ],
  );
  return told.length === 0 ? null : told.join(', ');
}

/** What tables, trees and exports say of one search. */
export const searchReport: Partial<KindReport<'search'>> = {
  settings: [
    {
      label: 'answer',
      // null: the usual one, `best`.
      value: ({ search: { answer } }) => (answer === undefined ? null : answerWords[answer]),
    },
    { label: 'preparation', value: ({ preparation }) => settingsText(preparation) },
    { label: 'shell', value: ({ shell }) => settingsText(shell) },
  ],
  particulars: [
    { among: 'runs', say: ({ prompts }) => `prompts ${prompts.set}` },
    // Methods that answer otherwise by their nature are told apart by their names.
    { among: 'runs of one method', say: ({ search }) => `answer ${search.answer ?? 'best'}` },
    {
      among: 'runs of one method',
      say: ({ preparation }) => `preparation ${settingsText(preparation) ?? 'as usual'}`,
    },
    {
      among: 'runs of one method',
      say: ({ shell }) => `shell ${settingsText(shell) ?? 'as usual'}`,
    },
  ],
  shape: ({ search: { maxDepth, width } }) => [maxDepth, width],
  repairs: 'Debugger answers',
  headFacts: searchHeadFacts,
  lines: searchTreeLines,
  trace: searchTrace,
  files: { [samplesFile]: attemptSampleRow },
  runFiles: filesOfPatches,
};
