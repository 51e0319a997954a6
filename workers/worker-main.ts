import { runPacked } from '../config/load-packed';

runPacked(__filename, './worker-program.js');
