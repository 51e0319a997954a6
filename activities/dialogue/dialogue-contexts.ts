import type { DialogueRules } from '../../core/refinement/dialogue-rules';
import type { AttemptKey, RunRecord, Store } from '../../core/ports/records';
import { foldDialogue } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { problemRules } from '../../core/refinement/problem-rules';
import type { ChatConfig } from '../../core/schemas/chat';
import type { Problem } from '../../core/tasks/problem';
import type { RunConfig } from '../../core/schemas/run';
import { isChatId } from '../../core/refinement/chat-id';
import type { OfKind } from '../../core/kinds/of-kind';
import type { Asker } from '../model/ask-role';
import { RunMissingError } from '../work/attempt-contexts';
import type { AttemptContexts } from '../work/attempt-contexts';

export interface ProblemDialogue {
  readonly of: 'problem';
  readonly run: RunRecord;
  readonly config: OfKind<RunConfig, 'dialogue'>;
  readonly problem: Problem;
}

export interface ChatDialogue {
  readonly of: 'chat';
  readonly id: string;
  readonly config: ChatConfig;
}

/** What the activities of a dialogue need to know about it. Its events are read again each time. */
export class DialogueContexts {
  constructor(
    private readonly store: Store,
    private readonly attempts: AttemptContexts,
  ) {}

  async of(attempt: AttemptKey): Promise<ProblemDialogue | ChatDialogue> {
    return isChatId(attempt.run) ? this.ofChat(attempt) : this.ofProblem(attempt);
  }

  /** @throws RunMissingError */
  async ofChat({ run }: AttemptKey): Promise<ChatDialogue> {
    const chat = await this.store.dialogues.chat(run);
    if (chat === null) throw new RunMissingError(run);
    return { of: 'chat', id: chat.id, config: chat.config };
  }

  /** @throws RunMissingError */
  async ofProblem(attempt: AttemptKey): Promise<ProblemDialogue> {
    const { run, problem } = await this.attempts.of(attempt);
    const config = await this.attempts.configOf(run.id, 'dialogue');
    return { of: 'problem', run, config, problem };
  }

  /** @param upTo number of events to read, from when something was planned. Absent: all */
  async state(
    attempt: AttemptKey,
    dialogue: ProblemDialogue | ChatDialogue,
    upTo?: number,
  ): Promise<DialogueState> {
    const events = await this.store.dialogues.events(attempt);
    return foldDialogue(rulesOf(dialogue), events.slice(0, upTo));
  }
}

export function askerOf(dialogue: ProblemDialogue | ChatDialogue): Asker {
  const { model, seed, reuse, maxTokens } = dialogue.config;
  const id = dialogue.of === 'chat' ? dialogue.id : dialogue.run.id;
  const { contextTokens } = dialogue.of === 'chat' ? dialogue.config : dialogue.config.dialogue;
  return { id, model, seed, reuse, maxTokens, contextTokens };
}

function rulesOf(dialogue: ProblemDialogue | ChatDialogue): DialogueRules {
  if (dialogue.of === 'chat') {
    return { of: 'chat', blocks: dialogue.config.blocks, tokenBudget: null };
  }
  return problemRules(dialogue.config);
}
