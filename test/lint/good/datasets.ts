// place: datasets/fetch.ts
import { parser } from '@lezer/python';

import { Problem } from '../core/tasks/problem';

export const parts: readonly unknown[] = [parser, Problem, fetch];
