import type { PromptSetName } from '../names/prompt-choice';
import type { AnswerRule } from '../names/answer-rules';
import type { VisibleTestRule } from '../names/visible-test-rules';

/** Settings under one name. An option that is given overrides the preset. A run stores the settings, not the name. */
export interface Preset {
  readonly budget: number;
  readonly prompts: PromptSetName;
  readonly visibleTests: VisibleTestRule;
  /** Longest reply, tokens. */
  readonly maxTokens: number;
  /** CPU seconds of one visible test, and of the hidden check. */
  readonly cpuSeconds: { readonly visible: number; readonly hidden: number };
  /** Answer rule by method. Other methods have `best`. */
  readonly answer: Readonly<Record<string, AnswerRule>>;
}

export const presetNames = ['codetree-paper'] as const;
export type PresetName = (typeof presetNames)[number];

/** All presets. A new preset is a name and a row. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  /**
   * CodeTree as in the paper and in the published code of its authors (docs/results/paper.md has the source of each
   * setting). `direct` and `cot` answer with their only program, and `map-coder` is not in that code.
   */
  'codetree-paper': {
    budget: 20,
    prompts: 'codetree-paper',
    visibleTests: 'paper',
    maxTokens: 4_096,
    cpuSeconds: { visible: 1, hidden: 10 },
    answer: {
      'code-tree': 'last-failing',
      'code-tree-no-verification': 'last-failing',
      'code-tree-no-abort': 'last-failing',
      'code-tree-no-scoring': 'last-failing',
      'code-tree-bfs': 'passing',
      'code-tree-dfs': 'passing',
      reflexion: 'passing',
      resample: 'passing',
      'strategy-list': 'passing',
    },
  },
};
