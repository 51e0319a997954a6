import {
  buildStrategiesMessages,
  parseStrategiesReply,
  strategiesFormat,
} from '../../../core/agents/thinker-strategies';
import { sampleProblem } from './sample-problem';

describe('the Thinker’s strategies', () => {
  it('are asked for with the problem, an upper bound and the form of the answer', () => {
    const [system, user] = buildStrategiesMessages({ problem: sampleProblem, atMost: 7 });
    expect(system?.role).toBe('system');
    expect(user?.content).toContain('Twice x.');
    expect(user?.content).toContain('never give more than 7');
    expect(user?.content).toContain('one member, "strategies": a list');
  });

  it('have a strict schema', () => {
    expect(strategiesFormat.schema).toMatchObject({
      additionalProperties: false,
      required: ['strategies'],
    });
  });

  it('are read from the reply, at most as many as asked for', () => {
    expect(parseStrategiesReply('{"strategies": ["a", "b"]}', 1)).toEqual({
      ok: true,
      value: ['a'],
    });
    expect(parseStrategiesReply('{"reflections": ["a"]}', 1).ok).toBe(false);
  });
});
