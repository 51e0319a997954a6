import { runPacked } from '../config/load-packed';

runPacked(__filename, './model-server-program.js');
