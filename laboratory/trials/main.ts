/** Run: npm run trial -- <trial> [flags] (docs/trials.md). Writes what a state folder holds, and the cache of `bench`. */
import { runProgram } from '../../cli/run-program';
import { buildTrials } from './program';

runProgram(buildTrials);
