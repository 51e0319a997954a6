// place: config/settings.ts
import { z } from 'zod';

import { UsageError } from '../core/errors/errors';

export const parts: readonly unknown[] = [z, UsageError, process.env];
