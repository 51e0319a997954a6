import { defineQuery, defineUpdate } from '@temporalio/workflow';

import type { SteeringUpdate } from '../../core/names/steering-commands';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import type { Artefact } from '../../core/schemas/dialogue';
import type { TextRef } from '../../core/schemas/text';

/** The state of a running dialogue that a person sees. It names texts by hash; the texts are in the store. */
export interface TranscriptView {
  readonly state: DialogueState;
  readonly paused: string | null;
  /** Round that is being made. null: there is none. */
  readonly inFlight: string | null;
}

export const transcriptQuery = defineQuery<TranscriptView>('transcript');

// Updates from a person. They return after they have taken effect. An update that comes too late is refused.

export interface GivenWords {
  readonly text: string;
  /** Round that the feedback is about. Absent: the newest round. */
  readonly round?: string;
}
export const giveFeedbackUpdate = defineUpdate<void, [GivenWords]>(
  'give-feedback' satisfies SteeringUpdate<'feedback'>,
);
export const approveUpdate = defineUpdate<void>('approve' satisfies SteeringUpdate<'approve'>);
export const stopUpdate = defineUpdate<void>('stop' satisfies SteeringUpdate<'stop'>);
export const retryFromUpdate = defineUpdate<void, [string]>(
  'retry-from' satisfies SteeringUpdate<'retry'>,
);

// Only a chat takes these.

export interface GivenMessage {
  /** The text is stored before the update, because a paste of 10,000 lines must not be in a history. */
  readonly text: TextRef;
  readonly files: readonly Artefact[];
}
export const giveMessageUpdate = defineUpdate<void, [GivenMessage]>('give-message');
/** sha256 of the block. */
export const runBlockUpdate = defineUpdate<void, [string]>('run-block');
export const endTurnUpdate = defineUpdate<void>('end-turn');
/** Number of turns that the sender of the update has seen. */
export const undoTurnUpdate = defineUpdate<void, [number]>('undo-turn');
export const chooseModelUpdate = defineUpdate<void, [string]>('choose-model');
