/** `1:02:03`, `02:03` or `7 s`: how long something takes, for people. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${String(seconds)} s`;
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const hours = Math.floor(seconds / 3600);
  return hours === 0 ? parts.join(':') : `${String(hours)}:${parts.join(':')}`;
}
