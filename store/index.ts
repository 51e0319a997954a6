export { openStore, type OpenStoreOptions } from './open-store';
export {
  BlobMissingError,
  DialogueMovedError,
  ProblemConflictError,
  RecordMissingError,
  RecordUnreadableError,
  StoreCorruptError,
  StoreFailedError,
  StoreForeignError,
  StoreFullError,
  StoreLockedError,
  StoreMissingError,
  StoreNotWritableError,
  StoreSchemaNewerError,
  StoreSchemaOlderError,
  WorkSupersededError,
} from './errors';
export { keepRows, keptRows, pageAt, rowPage, rowPages } from './row-pages';
export type { PlannedPage } from './row-pages';
export { keepSamples, samplesAt } from './sample-pages';
