import { isRecord } from '../../../core/values/is-record';
import { RowFault } from '../row-fault';
import { hasAll } from '../source-form';
import type { SourceForm } from '../source-form';
import { dialogueRow } from './dialogue-row';

/** ShareGPT, as Python-Code-23k-ShareGPT has it: turns with `from` and `value`. */
export const shareGpt: SourceForm = {
  name: 'sharegpt',
  columns: 'conversations',
  recognises: hasAll('conversations'),
  toRow: ({ conversations }) => {
    if (!Array.isArray(conversations)) throw new RowFault('column "conversations" is not a list');
    return dialogueRow(
      conversations.map((turn: unknown, place) => {
        if (isRecord(turn) && typeof turn['from'] === 'string' && typeof turn['value'] === 'string')
          return { role: turn['from'], content: turn['value'] };
        throw new RowFault(`turn ${String(place + 1)} has no text in "from" and "value"`);
      }),
    );
  },
};
