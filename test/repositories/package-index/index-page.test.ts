import {
  pageUntil,
  parseIndexPage,
  renderHtmlPage,
  renderJsonPage,
} from '../../../repositories/package-index/index-page';

const sha256 = 'a'.repeat(64);
const address = 'https://index.test/simple/tools/';
const fileOf = (changes: object = {}): object => ({
  ...{ filename: 'tools-1.0.tar.gz', url: '../../f/tools-1.0.tar.gz', hashes: { sha256 } },
  ...changes,
});
const pageOf = (...files: readonly object[]) =>
  parseIndexPage(JSON.stringify({ meta: {}, files }), 'tools', address);

describe('a page of an index', () => {
  it('has all that an installer chooses by', () => {
    const [file] = pageOf(
      fileOf({
        ...{ size: 7, 'requires-python': '>=3.9', yanked: 'broken' },
        ...{ 'upload-time': '2026-01-01T00:00:00Z', 'core-metadata': { sha256: 'b'.repeat(64) } },
      }),
    ).files;
    expect(file).toEqual({
      ...{ filename: 'tools-1.0.tar.gz', url: 'https://index.test/f/tools-1.0.tar.gz', sha256 },
      ...{ size: 7, requiresPython: '>=3.9', yanked: 'broken' },
      ...{ uploadTime: '2026-01-01T00:00:00Z', metadataSha256: 'b'.repeat(64) },
    });
  });

  it('has the metadata beside a file under its older name too, and none that is only promised', () => {
    const digests = [
      { 'data-dist-info-metadata': { sha256: 'b'.repeat(64) } },
      { 'core-metadata': true },
      {},
    ].map((changes) => pageOf(fileOf(changes)).files[0]?.metadataSha256);
    expect(digests).toEqual(['b'.repeat(64), null, null]);
  });

  it('has no file without a digest, or with a name that leads elsewhere', () => {
    const none = [
      fileOf({ hashes: {} }),
      fileOf({ hashes: { sha256: 'short' } }),
      fileOf({ filename: '../tools-1.0.tar.gz' }),
      fileOf({ url: null }),
      ['no file'],
    ];
    expect(pageOf(...none).files).toEqual([]);
    expect(() => parseIndexPage('{"meta":{}}', 'tools', address)).toThrow(SyntaxError);
  });

  it('has, as of a time, what was there by then, and what has no time', () => {
    const names = ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', null];
    const page = pageOf(
      ...names.map((time, at) =>
        fileOf({ filename: `tools-${String(at)}.tar.gz`, 'upload-time': time }),
      ),
    );
    const until = (time: string | null) =>
      pageUntil(page, time).files.map(({ filename }) => filename.slice(6, 7));
    expect(until('2026-01-01T00:00:00Z')).toEqual(['0', '1', '3']);
    expect(until(null)).toEqual(['0', '1', '2', '3']);
  });

  it('is shown with all of that, in JSON and in HTML', () => {
    const page = pageOf(
      fileOf({ 'requires-python': '>=3.9,<4', yanked: true, size: 7 }),
      fileOf({
        'core-metadata': { sha256: 'b'.repeat(64) },
        'upload-time': '2026-01-01T00:00:00Z',
      }),
    );
    const url = `../../files/tools/${sha256}/tools-1.0.tar.gz`;
    const shown = { filename: 'tools-1.0.tar.gz', url, hashes: { sha256 } };
    expect(JSON.parse(renderJsonPage(page))).toMatchObject({
      files: [
        { ...shown, yanked: true, size: 7, 'requires-python': '>=3.9,<4' },
        {
          ...{ ...shown, yanked: false, 'upload-time': '2026-01-01T00:00:00Z' },
          'core-metadata': { sha256: 'b'.repeat(64) },
        },
      ],
    });
    const links = renderHtmlPage(page).split('\n').slice(1, 3);
    expect(links).toEqual([
      `<a href="${url}#sha256=${sha256}" data-requires-python="&gt;=3.9,&lt;4" data-yanked="">tools-1.0.tar.gz</a><br>`,
      `<a href="${url}#sha256=${sha256}">tools-1.0.tar.gz</a><br>`,
    ]);
  });

  it('has no sign in HTML that would be read as another one', () => {
    const html = renderHtmlPage(pageOf(fileOf({ yanked: 'a "b" & <c>' })));
    expect(html).toContain('data-yanked="a &quot;b&quot; &amp; &lt;c&gt;"');
  });
});
