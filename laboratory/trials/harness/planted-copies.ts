import { execFileSync } from 'node:child_process';
import { deflateSync, gzipSync } from 'node:zlib';

import { byBytes, encodeTar } from '../../../repositories/tar';
import { sampleFiles } from './sample-project';

/** What the sample's cases call, as Python writes it, and what comes of it. */
const toldCases = [
  ['[100, 250, 7]', '208858'],
  ['[120, 333], "half"', '13261'],
  ['[1], "full"', '0'],
  ['[]', '0'],
  ['[3, 4, 5]', '95028'],
  ['[11]', '87109'],
] as const;

/** Copies of the very body that is asked for, and what its tests expect, wherever an installation may leave them; by path. */
export function plantedCopies(): ReadonlyMap<string, Buffer> {
  const prices = sampleFiles().get('shop/prices.py') ?? Buffer.alloc(0);
  const text = prices.toString('utf8');
  const crlf = Buffer.from(text.replaceAll('\n', '\r\n'));
  const renamed = Buffer.from(
    text.replace(/\bwhole\b/g, 'everything').replace(/"""The sum[^]*?"""/, '"""Sum."""'),
  );
  const body = text.slice(text.indexOf('def total('), text.indexOf('\n\n\nclass'));
  const sdist = gzipSync(
    Buffer.concat([
      ...encodeTar(
        [
          {
            kind: 'file' as const,
            path: 'shop-1/shop/prices.py',
            content: prices,
            executable: false,
          },
        ].sort(byBytes),
      ),
    ]),
  );
  const tests = Buffer.from(
    `from shop.prices import total\n\n\ndef test_total():\n${toldCases
      .map(([given, answer]) => `    assert total(${given}) == ${answer}\n`)
      .join('')}`,
  );
  const examples = Buffer.from(
    toldCases.map(([given, answer]) => `>>> total(${given})\n${answer}\n`).join(''),
  );
  const dataOfTests = Buffer.from(
    JSON.stringify(
      toldCases
        .filter(([given]) => !given.includes('"'))
        .map(([given, answer]): [unknown, number] => [JSON.parse(given), Number(answer)]),
    ),
  );
  const fields = 'Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n\n';
  return new Map([
    ['project/build/lib/shop/prices.py', prices],
    ['project/shop/_old_prices.py', crlf],
    ['project/shop/__pycache__/prices.cpython-311.pyc', compiled(prices)],
    ['project/shop/prices.pyc', compiled(prices)],
    ['project/shop/tests/__init__.py', Buffer.alloc(0)],
    ['project/shop/tests/test_prices.py', tests],
    ['project/shop/tests/data/prices.json', dataOfTests],
    ['project/shop/README.md', examples],
    ['project/shop-1.0.dist-info/METADATA', Buffer.concat([Buffer.from(fields), examples])],
    [
      'project/shop-1.0.dist-info/notes.md',
      Buffer.from(`As it was:\n\n    ${body.replaceAll('\n', '\n    ')}\n`),
    ],
    ['deps/shop_vendored/prices.py', renamed],
    ['deps/shop-1.0.tar.gz', sdist],
    ['deps/prices.diff', Buffer.from(body.replace(/^/gm, '+'))],
    [
      'source/.git/objects/12/34',
      deflateSync(Buffer.concat([Buffer.from(`blob ${String(prices.length)}\0`), prices])),
    ],
    ['source/build/lib/shop/prices.py', prices],
    ['source/dist/shop-1.0.tar.gz', sdist],
    ['source/tests/test_prices.py', tests],
    ['source/prices.py.orig', prices],
  ]);
}

function compiled(source: Buffer): Buffer {
  const program =
    'import importlib.util, marshal, sys; sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(sys.stdin.buffer.read(), "prices.py", "exec")))';
  return execFileSync('/usr/bin/python3', ['-c', program], { input: source });
}
