import type { Context } from '@temporalio/activity';

import { isUnwanted } from '../../../activities/work/is-unwanted';

interface Told {
  readonly cancelRequested?: boolean;
  readonly notFound?: boolean;
}

/**
 * An activity that was told to end.
 * @param status of its workflow now. An error: the engine does not say
 */
function activity(details: Told | undefined, status: string | Error = 'RUNNING') {
  const asked: (readonly string[])[] = [];
  const describe = async () => {
    if (status instanceof Error) throw status;
    return { status: { name: status } };
  };
  const getHandle = (...execution: string[]) => {
    asked.push(execution);
    return { describe };
  };
  const context = {
    cancellationDetails: details,
    info: { workflowExecution: { workflowId: 'r/P/0/0', runId: 'first' } },
    client: {
      workflow: { getHandle },
      withAbortSignal: (_: AbortSignal, body: () => unknown) => body(),
    },
  };
  return { asked, context: context as unknown as Context };
}

describe('the result of an activity that was told to end', () => {
  it('is unwanted when its workflow cancels it, and the engine need not be asked', async () => {
    const { context, asked } = activity({ cancelRequested: true });
    expect(await isUnwanted(context)).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each(['COMPLETED', 'CANCELLED'])(
    'is unwanted when its workflow has closed by itself: %s',
    async (status) => {
      const { context, asked } = activity({ notFound: true }, status);
      expect(await isUnwanted(context)).toBe(true);
      expect(asked).toEqual([['r/P/0/0', 'first']]);
    },
  );

  it.each(['TERMINATED', 'TIMED_OUT', 'CONTINUED_AS_NEW', 'FAILED', 'RUNNING'])(
    'is still wanted when its workflow has not closed by its own decision: %s',
    async (status) => {
      expect(await isUnwanted(activity({ notFound: true }, status).context)).toBe(false);
    },
  );

  it('is still wanted when the engine does not know the workflow any more', async () => {
    const { context } = activity({ notFound: true }, new Error('no such workflow'));
    expect(await isUnwanted(context)).toBe(false);
  });

  it('is still wanted when the activity timed out, or its worker ends', async () => {
    for (const details of [{}, undefined]) {
      const { context, asked } = activity(details, 'CANCELLED');
      expect(await isUnwanted(context)).toBe(false);
      expect(asked).toEqual([]);
    }
  });
});
