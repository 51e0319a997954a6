#!/usr/bin/env node
import { runPacked } from '../config/load-packed';

runPacked(__filename, './command-program.js');
