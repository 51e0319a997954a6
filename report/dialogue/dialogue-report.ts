import { dialogueTrace } from '../export/dialogue-trace';
import { attemptSampleRow, samplesFile } from '../export/sample-rows';
import type { KindReport } from '../kind-report';
import {
  dialogueComparisonRows,
  dialogueDifferences,
  dialogueFigureRows,
  dialogueParticulars,
  dialogueSettingRows,
} from './dialogue-rows';
import { dialogueStatements } from './dialogue-statements';
import { dialogueHeadFacts, transcriptLines } from './dialogue-transcript';

/** What tables and exports say of one dialogue. */
export const dialogueReport: Partial<KindReport<'dialogue'>> = {
  settings: dialogueSettingRows,
  figures: dialogueFigureRows,
  comparison: dialogueComparisonRows,
  differences: dialogueDifferences,
  particulars: dialogueParticulars,
  repairs: 'Answers of later rounds',
  statements: dialogueStatements,
  headFacts: dialogueHeadFacts,
  lines: transcriptLines,
  trace: dialogueTrace,
  files: { [samplesFile]: attemptSampleRow },
};
