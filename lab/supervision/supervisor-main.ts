import { runPacked } from '../../config/load-packed';

runPacked(__filename, './supervisor-program.js');
