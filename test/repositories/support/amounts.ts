import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const amounts = `"""Amounts."""


def clamp(value: int, low: int, high: int) -> int:
    """Return value, but no less than low and no more than high."""
    if low > high:
        raise ValueError("low is above high")
    if value < low:
        return low
    return min(value, high)
`;

/** Its test is enough for a harness: no other generator has a turn. */
const files = {
  'amounts.py': amounts,
  'test_amounts.py': `import amounts


def test_clamp():
    for value in (7, 0, 3, 1.0):
        assert 1 <= amounts.clamp(value, 1, 5) <= 5
    assert amounts.clamp(2, 3, 3) == 3
    try:
        amounts.clamp(1, 5, 4)
    except ValueError:
        pass
`,
};

/** Writes the smallest repository of which a harness comes. */
export function writeAmounts(folder: string): void {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
