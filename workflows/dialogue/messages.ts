import { defineQuery, defineUpdate } from '@temporalio/workflow';

import type { DialogueState } from '../../core/refinement/dialogue-state';
import type { Artefact } from '../../core/schemas/dialogue';
import type { TextRef } from '../../core/schemas/text';

/** What a person sees of a dialogue under way: its texts are in the store, by hash. */
export interface TranscriptView {
  readonly state: DialogueState;
  readonly paused: string | null;
  /** Round that is being made; null: none. */
  readonly inFlight: string | null;
}

export const transcriptQuery = defineQuery<TranscriptView>('transcript');

// From a person: answered once they have taken effect; refused when they come too late.

export interface GivenWords {
  readonly text: string;
  /** Round that they are about; absent: the newest one. */
  readonly round?: string;
}
export const giveFeedbackUpdate = defineUpdate<void, [GivenWords]>('give-feedback');
export const approveUpdate = defineUpdate<void>('approve');
export const stopUpdate = defineUpdate<void>('stop');
export const retryFromUpdate = defineUpdate<void, [string]>('retry-from');

// Of a chat alone:

export interface GivenMessage {
  /** Stored before: a paste of 10,000 lines is no part of a history. */
  readonly text: TextRef;
  readonly files: readonly Artefact[];
}
export const giveMessageUpdate = defineUpdate<void, [GivenMessage]>('give-message');
/** sha256 of the block. */
export const runBlockUpdate = defineUpdate<void, [string]>('run-block');
export const endTurnUpdate = defineUpdate<void>('end-turn');
/** How many turns whoever takes the last one back has seen. */
export const undoTurnUpdate = defineUpdate<void, [number]>('undo-turn');
export const chooseModelUpdate = defineUpdate<void, [string]>('choose-model');
