export { fetchDataset } from './fetch';
export type { FetchedDataset, FetchOptions } from './fetch';
export { bundledFile, knownDatasets } from './known-datasets';
export type { KnownDataset } from './known-datasets';
export { listDatasets } from './list-datasets';
export type { DatasetListing } from './list-datasets';
export { loadDataset } from './load-dataset';
export type { LoadedDataset, LoadOptions, VisibleTestCounts } from './load-dataset';
export { definesFunction, parsesAsPython } from './python/python-syntax';
