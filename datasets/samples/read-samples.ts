import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Sample } from '../../core/evaluation/sample';
export async function readSamples(path: string, { problems }: { problems: readonly string[] }): Promise<{ samples: readonly Sample[]; unknown: readonly string[] }> {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const known = new Set(problems); const counts = new Map<string, number>(); const unknown: string[] = [];
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line) as Record<string, string>;
    const id = row['task_id'] ?? '';
    if (!known.has(id)) { unknown.push(id); continue; }
    const sample = counts.get(id) ?? 0; counts.set(id, sample + 1);
    const form = row['solution'] === undefined ? 'completion' : 'solution';
    samples.push({ problem: id, sample, form, text: row[form] ?? '', row: line });
  }
  return { samples, unknown };
}
