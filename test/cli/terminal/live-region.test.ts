import { LiveRegion } from '../../../cli/terminal/live-region';
import { Screen } from './screen';

describe('a live region', () => {
  it('is drawn over in place, shorter or longer', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['one', 'two', 'three']);
    region.show(['uno']);
    expect(screen.shown).toEqual(['uno']);
    region.show(['1', '2']);
    expect(screen.shown).toEqual(['1', '2']);
  });

  it('leaves nothing of a longer line behind a shorter one', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['a long line']);
    region.show(['short']);
    expect(screen.shown).toEqual(['short']);
  });

  it('writes each frame at once, and nothing for an unchanged one', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['one', 'two']);
    region.show(['one', 'two']);
    region.show(['one', 'three']);
    expect(screen.writes).toHaveLength(2);
  });

  it('never blanks what it is about to draw again', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['one']);
    region.show(['two']);
    expect(screen.writes[1]).toMatch(/two\u001b\[K\n\u001b\[J$/u);
    expect(screen.writes[1]?.indexOf('\u001b[J')).toBeGreaterThan(
      screen.writes[1]?.indexOf('two') ?? 0,
    );
  });

  it('cuts lines that the terminal has no room for', () => {
    const screen = new Screen(10);
    new LiveRegion(screen).show(['0123456789abc']);
    expect(screen.shown).toEqual(['01234567…']);
  });

  it('shows the first line and the end of what is too high', () => {
    const screen = new Screen(80, 6);
    new LiveRegion(screen).show(['head', 'a', 'b', 'c', 'd', 'e', 'f']);
    expect(screen.shown).toEqual(['head', '… 3 lines above', 'd', 'e', 'f']);
  });

  it('leaves no rubbish when the terminal becomes narrower', () => {
    const screen = new Screen(40);
    const region = new LiveRegion(screen);
    screen.write('before\n');
    region.show(['x'.repeat(35), 'y'.repeat(15)]);
    screen.narrow(20);
    region.show(['now', 'then']);
    expect(screen.shown).toEqual(['before', 'now', 'then']);
  });

  it('gives its place to what is written after erasing', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['progress']);
    region.erase();
    screen.write('a note\n');
    region.show(['progress']);
    expect(screen.shown).toEqual(['a note', 'progress']);
  });

  it('stays as it is once settled', () => {
    const screen = new Screen();
    const region = new LiveRegion(screen);
    region.show(['last']);
    region.settle();
    region.show(['new']);
    expect(screen.shown).toEqual(['last', 'new']);
  });
});
