import { changedCode } from './changed-code';
import { brokenFence } from './broken-fence';
import { contamination } from './contamination';
import { cutOff } from './cut-off';
import type { GateFinding } from '../../kinds/dataset/schema';
import type { RecipeGates } from '../../schemas/recipe';
import { nearDuplicate } from '../export/near-duplicates';
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
  cutOff,
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
const nearDuplicateGate = {
  name: nearDuplicate,
  summary: 'The questions of a dialogue are nearly those of an earlier one.',
};

/** What `gates.off` of a recipe may name. */
export const gateNames: readonly string[] = [...gates.map(({ name }) => name), nearDuplicate];

/** The gates that a dialogue does not pass, without those that its recipe turns off. Empty: it is kept. */
export function findingsOf(dialogue: GatedDialogue): readonly GateFinding[] {
  const findings: GateFinding[] = [];
  for (const { name, finds } of gates) {
    if (dialogue.settings.off.includes(name)) continue;
    const why = finds(dialogue);
    if (why === null) continue;
    findings.push({ gate: name, why });
    // The other gates read all of a text, and a very long text would stop the worker.
    if (name === length.name) break;
  }
  return findings;
}

/** The gates of a recipe, with the one of the export. @param compares benchmarks are compared */
export function askedGates(
  { off }: Pick<RecipeGates, 'off'>,
  compares: boolean,
): readonly Pick<Gate, 'name' | 'summary'>[] {
  return [...gates, nearDuplicateGate].filter(
    ({ name }) => !off.includes(name) && (compares || name !== contamination.name),
  );
}
