import { dialogues } from './faults/dialogues';
import { environments } from './faults/environments';
import { figures } from './faults/figures';
import { money } from './faults/money';
import type { FaultArea } from './planted-fault';

/** Every area of planted faults. A new fault is a row in the file of its area. */
export const faultAreas: readonly FaultArea[] = [money, dialogues, environments, figures];
