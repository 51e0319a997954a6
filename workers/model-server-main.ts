import { runPacked } from '../config/load-packed';

runPacked(__filename, () => import('./model-server-program.js'));
