// place: core/tasks/good.ts
import { z } from 'zod';

import { assuranceLevels } from '../schemas/verdict';

export const Level = z.enum(assuranceLevels);
