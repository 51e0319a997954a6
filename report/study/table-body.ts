import type { StudyTable } from './study-table';

/** A table without its place in a report. */
export type TableBody = Omit<StudyTable, 'name' | 'source'>;
