import { runPacked } from '../../config/load-packed';

runPacked(__filename, () => import('./supervisor-program.js'));
