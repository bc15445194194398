import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatEntryBundle, parseEntryBundle } from './entry-bundle.ts'
import { parseTilePath, tilePath, tileWidth } from './tile-path.ts'

describe('the path of a tile', () => {
  test.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 999, width: 17 }, 'tile/1/999.p/17'],
    [{ level: 63, index: 1000, width: 1 }, 'tile/63/x001/000.p/1'],
    [{ level: 'entries' as const, index: 273, width: 112 }, 'tile/entries/273.p/112'],
  ])('%j is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  test.each([
    '',
    '/tile/0/000',
    'tile/0/000/',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/067',
    'tile/0/x001',
    'tile/0/X001/067',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/1/',
    'tile/0/000.p',
    'tile/0/000\n',
    'tile/0/٠٠٠',
    'tile/data/000',
    'tile/0/x009/x007/x199/x254/x740/992',
  ])('%j is refused', (path) => {
    expect(parseTilePath(path)).toBeNull()
  })

  test('every tile has one path, which reads as that tile', () => {
    const level = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const))
    const width = fc.integer({ min: 1, max: 256 })
    fc.assert(
      fc.property(level, fc.maxSafeNat(), width, (ofLevel, index, ofWidth) => {
        const tile = { level: ofLevel, index, width: ofWidth }
        expect(parseTilePath(tilePath(tile))).toEqual(tile)
      }),
    )
  })

  test('the tiles of 70,000 and of 256 leaves are those of the specification', () => {
    const width = (level: number, index: number, size = 70_000) => tileWidth({ level, index }, size)
    expect([width(0, 272), width(0, 273), width(0, 274)]).toEqual([256, 112, 0])
    expect([width(1, 0), width(1, 1), width(1, 2)]).toEqual([256, 17, 0])
    expect([width(2, 0), width(2, 1), width(3, 0)]).toEqual([1, 0, 0])
    expect([width(0, 0, 256), width(0, 1, 256), width(1, 0, 256)]).toEqual([256, 0, 1])
    expect(tileWidth({ level: 'entries', index: 273 }, 70_000)).toBe(112)
  })
})

describe('a bundle of entries', () => {
  test('reads as the entries that were written', () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 })
    fc.assert(
      fc.property(entries, (written) => {
        const read = parseEntryBundle(formatEntryBundle(written), written.length)
        expect(read?.map((entry) => [...entry])).toEqual(written.map((entry) => [...entry]))
      }),
      { numRuns: 30 },
    )
    expect([...formatEntryBundle([Uint8Array.of(7, 8), new Uint8Array()])]).toEqual([
      0, 2, 7, 8, 0, 0,
    ])
  })

  test('is refused when it is cut, goes on, or has another number of entries', () => {
    const bundle = formatEntryBundle([Uint8Array.of(7, 8), Uint8Array.of(9)])
    for (let length = 0; length < bundle.length; length++) {
      expect(parseEntryBundle(bundle.subarray(0, length), 2)).toBeNull()
    }
    expect(parseEntryBundle(Uint8Array.of(...bundle, 0), 2)).toBeNull()
    expect(parseEntryBundle(bundle, 1)).toBeNull()
    expect(parseEntryBundle(bundle, 3)).toBeNull()
  })

  test('is not written with too many entries or one that is too long', () => {
    expect(() => formatEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError)
    expect(() => formatEntryBundle(Array(257).fill(new Uint8Array()))).toThrow(RangeError)
  })
})
