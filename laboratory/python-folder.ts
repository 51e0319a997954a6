import { join } from 'node:path';

export const laboratoryPython = join(__dirname, 'python');
