import { runPacked } from '../config/load-packed';

runPacked(__filename, () => import('./worker-program.js'));
