import { buildPlanMessages, parsePlanReply } from '../../../../core/agents/map-coder/planner';
import { scriptedProblem } from '../../../workflows/support/scripted-problems';

const { problem } = scriptedProblem('P/0');

describe('the question for a plan', () => {
  it('quotes the similar problem as data, and asks without one where none was recalled', () => {
    const [, asked] = buildPlanMessages({ problem, example: 'Count words.\n```\nStop here.' });
    expect(asked?.content).toContain('````\nCount words.\n```\nStop here.\n````');
    expect(asked?.content).toContain('Task P/0');
    const [, alone] = buildPlanMessages({ problem, example: null });
    expect(alone?.content).not.toContain('another problem');
  });
});

describe('a plan and how sure its maker is', () => {
  it.each([
    ['{"plan": "Sort, then compare.", "confidence": 85}', 85],
    ['{"plan": ["Sort,", "then compare."], "confidence": "85%"}', 85],
    ['```json\n{"Plan": "Sort, then compare.", "Confidence": "9/10"}\n```', 90],
    ["{'plan': 'Sort, then compare.', 'confidence_score': 0.9}", 90],
    ['Sort, then compare.\n\n**Confidence score (0-100):** 70', 70],
    ['Sort, then compare.\nMy confidence in this plan is 9/10.', 90],
    ['Sort, then compare.\n<confidence>40</confidence>', 40],
    ['<think>confidence: 3</think>Sort, then compare.\nI am 65% sure.', 65],
  ])('are read from %j', (reply, confidence) => {
    const read = parsePlanReply(reply);
    expect(read).toMatchObject({ ok: true, value: { confidence } });
    expect(read.ok && read.value.plan.replace('\n', ' ')).toBe('Sort, then compare.');
  });

  it.each([
    ['', 'no plan'],
    ['Confidence: 80', 'no plan'],
    ['Sort 20 numbers, then compare.', 'confidence'],
    ['{"plan": "Sort.", "confidence": 850}', 'confidence'],
  ])('are asked for again after %j', (reply, problem) => {
    expect(parsePlanReply(reply)).toEqual({
      ok: false,
      problem: expect.stringContaining(problem) as unknown,
    });
  });
});
