import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/activity';

import { toClientError } from '../../client/errors';
import { UsageError } from '../../core/errors/errors';

describe("an engine's answer", () => {
  it('that there is no such workflow is a wrong name', () => {
    const error = toClientError(new WorkflowNotFoundError('gone', 'r', undefined), 'run r');
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      code: 'NOT_RUNNING',
      message: 'run r: the engine knows no such running workflow',
      exitCode: 2,
    });
  });

  it('that an update was refused says why', () => {
    const why = ApplicationFailure.nonRetryable('there is no node n7');
    const error = toClientError(new WorkflowUpdateFailedError('failed', why), 'abort on r/P/0');
    expect(error).toMatchObject({
      code: 'STEERING_REFUSED',
      message: 'abort on r/P/0 was refused: there is no node n7',
      exitCode: 2,
    });
    const mute = new WorkflowUpdateFailedError('failed', undefined);
    expect(toClientError(mute, 'abort').message).toBe('abort was refused: failed');
  });

  it('of any other kind is an engine that is not ready, with its words and its cause', () => {
    const cause = new Error('deadline exceeded');
    expect(toClientError(cause, 'run r')).toMatchObject({
      code: 'ENGINE_FAILED',
      message: 'run r: deadline exceeded',
      exitCode: 3,
      cause,
    });
    expect(toClientError('odd', 'run r').message).toBe('run r: odd');
  });
});
