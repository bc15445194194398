/** Hashes of a full tile, entries of a full entry bundle. */
export const TILE_WIDTH = 256
const MAX_LEVEL = 63

/** A tile of hashes, or with the level `entries` a bundle of entries (c2sp.org/tlog-tiles). */
export interface TileAddress {
  level: number | 'entries'
  index: number
  /** 1 to 256; a partial tile has fewer than 256. */
  width: number
}

/**
 * Hashes of the tile at `level` and `index` in a tree of `size` leaves: 256 of a full tile, 0 of none. A
 * bundle of entries is as wide as its tile of level 0.
 */
export function tileWidth({ level, index }: Omit<TileAddress, 'width'>, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level))
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** Path of a tile below the prefix of the log, without a slash at its start. Throws a RangeError. */
export function tilePath({ level, index, width }: TileAddress): string {
  const isLevel = level === 'entries' || (Number.isInteger(level) && level >= 0)
  if (!isLevel || (level !== 'entries' && level > MAX_LEVEL)) throw new RangeError('no such level')
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError('no such index')
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH) throw new RangeError('no width')
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const elements = padded.replace(/(\d{3})(?=\d)/g, 'x$1/')
  return `tile/${level}/${elements}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

const PATH = /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/

/** Reads a path that tilePath writes; null for every other spelling, such as x000/001 and .p/256. */
export function parseTilePath(path: string): TileAddress | null {
  const [, level = '', elements = '', width = String(TILE_WIDTH)] = PATH.exec(path) ?? []
  const tile: TileAddress = {
    level: level === 'entries' ? level : Number(level),
    index: Number(elements.replaceAll(/[x/]/g, '')),
    width: Number(width),
  }
  try {
    return tilePath(tile) === path ? tile : null
  } catch {
    return null
  }
}
