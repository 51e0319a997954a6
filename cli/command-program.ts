import { buildProgram } from './program';
import { runProgram } from './run-program';

runProgram(buildProgram);
