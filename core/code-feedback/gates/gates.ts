import { changedCode } from './changed-code';
import { brokenFence } from './broken-fence';
import { contamination } from './contamination';
import type { GateFinding } from '../../kinds/dataset/schema';
import type { Gate, GatedDialogue } from './gate';
import { ignoredFeedback } from './ignored-feedback';
import { language } from './language';
import { lastRunNotClean } from './last-run-not-clean';
import { length } from './length';
import { licence } from './licence';
import { missingCode } from './missing-code';
import { mistakeRevealed } from './mistake-revealed';
import { notCorrected } from './not-corrected';
import { personalData } from './personal-data';
import { promptRemnant } from './prompt-remnant';
import { refusal } from './refusal';
import { repeatedQuestion } from './repeated-question';
import { roleOrder } from './role-order';
import { secrets } from './secrets';

/** Every gate, in the order of findings. Another one is a file and a row. */
export const gates: readonly Gate[] = [
  roleOrder,
  length,
  licence,
  language,
  refusal,
  missingCode,
  brokenFence,
  changedCode,
  lastRunNotClean,
  notCorrected,
  mistakeRevealed,
  ignoredFeedback,
  repeatedQuestion,
  promptRemnant,
  secrets,
  personalData,
  contamination,
];

/** Near-duplicates show only among all dialogues, so the export finds them. */
const atExport = ['near-duplicate'];

/** What `gates.off` of a recipe may name. */
export const gateNames: readonly string[] = [...gates.map(({ name }) => name), ...atExport];

/** The gates that a dialogue does not pass, without those that its recipe turns off. Empty: it is kept. */
export function findingsOf(dialogue: GatedDialogue): readonly GateFinding[] {
  return gates.flatMap(({ name, finds }) => {
    if (dialogue.settings.off.includes(name)) return [];
    const why = finds(dialogue);
    return why === null ? [] : [{ gate: name, why }];
  });
}
