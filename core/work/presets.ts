import type { PromptSetName } from '../names/prompt-choice';
import type { AnswerRule } from '../names/answer-rules';
import type { VisibleProfile } from '../names/visible-profiles';

/** Settings under one name. Whatever of them is said by hand stands; a run keeps the settings and not the name. */
export interface Preset {
  readonly budget: number;
  readonly prompts: PromptSetName;
  readonly visibleTests: VisibleProfile;
  /** Longest reply, tokens. */
  readonly maxTokens: number;
  /** CPU seconds of one visible test, and of the hidden check. */
  readonly cpuSeconds: { readonly visible: number; readonly hidden: number };
  /** By method; of the others `best`. */
  readonly answer: Readonly<Record<string, AnswerRule>>;
}

export const presetNames = ['codetree-paper'] as const;
export type PresetName = (typeof presetNames)[number];

/** Every preset there is. A new one is a name and a row. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  /**
   * CodeTree as its paper and its authors' published code run it (docs/results/paper.md has the source of each). `direct` and
   * `cot` answer with their one program, and `map-coder` is not in that code.
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
