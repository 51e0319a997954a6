#!/usr/bin/env node
import { buildProgram } from './program';
import { runProgram } from './run-program';

runProgram(buildProgram);
