import { join } from 'node:path';

/** Python that trials give to boxes or drive other tools with. */
export const laboratoryPython = join(__dirname, 'python');
