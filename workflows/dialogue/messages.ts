import { defineQuery, defineUpdate } from '@temporalio/workflow';

import type { SteeringArguments } from '../../core/names/steering-commands';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import type { Artefact } from '../../core/schemas/dialogue';
import type { TextRef } from '../../core/schemas/text';
import { steeringUpdate } from '../work/steering-update';

/** The state of a running dialogue that a person sees. It names texts by hash; the texts are in the store. */
export interface TranscriptView {
  readonly state: DialogueState;
  readonly paused: string | null;
  /** Round that is being made. null: there is none. */
  readonly inFlight: string | null;
}

export const transcriptQuery = defineQuery<TranscriptView>('transcript');

// Updates from a person. They return after they have taken effect. An update that comes too late is refused.

export type GivenWords = SteeringArguments<'feedback'>[0];
export const giveFeedbackUpdate = steeringUpdate('feedback');
export const approveUpdate = steeringUpdate('approve');
export const stopUpdate = steeringUpdate('stop');
export const retryFromUpdate = steeringUpdate('retry');

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
