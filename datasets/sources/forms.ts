import { leetCode } from './forms/leetcode';
import { codeFeedback, openaiMessages } from './forms/messages';
import { shareGpt } from './forms/sharegpt';
import {
  alpaca,
  evolInstruct,
  filteredInstruction,
  ossInstruct,
  promptCompletion,
} from './forms/single-turn';
import { taco } from './forms/taco';
import type { SourceForm } from './source-form';

/** In this order they are tried: the first one whose columns a row has. */
export const sourceForms: readonly SourceForm[] = [
  // Its rows have the columns of `prompt-completion` as well.
  leetCode,
  taco,
  codeFeedback,
  openaiMessages,
  shareGpt,
  filteredInstruction,
  ossInstruct,
  // Rows of Code Alpaca may have a `response` beside their `output`.
  alpaca,
  evolInstruct,
  promptCompletion,
];

/** The form whose columns these are. null: none. */
export function formOf(columns: Iterable<string>): SourceForm | null {
  const names = new Set(columns);
  return sourceForms.find(({ recognises }) => recognises(names)) ?? null;
}
