import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { historyFromJSON } from '@temporalio/common/lib/proto-utils';

const root = join(__dirname, '../..');

/** Versions of every copy of protobufjs that the Temporal packages could load. */
function copies(): readonly string[] {
  const nested = readdirSync(join(root, 'node_modules', '@temporalio')).map((name) =>
    join(root, 'node_modules', '@temporalio', name, 'node_modules', 'protobufjs'),
  );
  return [join(root, 'node_modules', 'protobufjs'), ...nested].flatMap((folder) => {
    try {
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      return [(JSON.parse(text) as { readonly version: string }).version];
    } catch {
      return [];
    }
  });
}

describe('protobufjs, which the Temporal packages must share', () => {
  it('is installed once, in the major version they need', () => {
    expect(copies()).toEqual([expect.stringMatching(/^8\./)]);
  });

  it('reads a recorded history from JSON', () => {
    const history = historyFromJSON({
      events: [
        {
          eventId: '1',
          eventTime: '2026-01-01T00:00:00Z',
          eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED',
          workflowExecutionStartedEventAttributes: {
            workflowType: { name: 'solveProblem' },
            taskQueue: { name: 'espalier' },
          },
        },
      ],
    });
    expect(history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name).toBe(
      'solveProblem',
    );
  });
});
