import { reportLines } from '../../../laboratory/bench/bench-report';

const cpu = { serverMs: 45.04, nodeMs: 18 };

describe('the table of the bench', () => {
  it('shows what was measured beside what was aimed at', () => {
    const lines = reportLines({
      queues: 'single',
      load: { before: 0.1, after: 2 },
      bare: { stepsPerSecond: 254.6, childrenPerSecond: 62.8, step: cpu, child: cpu },
      expansions: [
        { budget: 20, perSecond: 24, cpu, allowedPerSecond: 31.7, ratio: 0.757, ratioByCpu: 0.8 },
      ],
      efficiency: [
        {
          concurrency: 50,
          latencyMs: 5000,
          aim: 0.9,
          efficiency: 0.914,
          inspect: 0.757,
          calls: 2000,
          wallMs: 218_800,
          idealMs: 200_000,
          cpu,
        },
      ],
    });
    const columns = lines
      .slice(0, -1)
      .map((line) => line.split(/ {2,}/).filter((cell) => cell !== ''));
    expect(columns).toEqual([
      ['measured', 'aim'],
      ['bare activity steps/s', '255', 'reference 255; CPU 45.0 ms server + 18.0 ms Node'],
      ['bare child workflows/s', '62.8', 'reference 63; CPU 45.0 ms server + 18.0 ms Node'],
      ['expansions/s, searches of 20', '24.0', '31.7 allowed; CPU 45.0 ms server + 18.0 ms Node'],
      ['over what the bare figures allow', '0.76', '0.70', 'by CPU 0.80'],
      [
        'efficiency at 50, latency 5 s',
        '0.91',
        '0.90',
        '2000 calls in 218.8 s, ideal 200.0 s; Inspect AI 0.76',
      ],
    ]);
    expect(lines.at(-1)).toBe('queues: single; load average before 0.1, after 2.0');
  });

  it('leaves out what was not measured', () => {
    const load = { before: 0, after: 0 };
    const lines = reportLines({
      queues: 'split',
      load,
      bare: null,
      expansions: [],
      efficiency: [],
    });
    expect(lines).toHaveLength(2);
  });
});
