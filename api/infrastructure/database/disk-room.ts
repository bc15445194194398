import { statfsSync } from 'node:fs'

const MB = 1_000_000
/**
 * What stays free on the disk of the embedded database: three segments of its write-ahead log. When
 * no further segment can be made, PostgreSQL panics, and inside this process a panic is the end of
 * the database: the next statement never returns.
 */
const RESERVE = 48 * MB

/** The disk is full. Carries PostgreSQL's own code for it, so that callers are told to try later. */
export class DiskFull extends Error {
  readonly code = '53100'
  constructor(folder: string, free: number) {
    super(
      `The disk of ${folder} is full: ${Math.floor(free / MB)} MB are free, ` +
        `${RESERVE / MB} MB are needed. Free some space.`,
    )
  }
}

/** Throws DiskFull when less than the reserve is free where `folder` lies. */
export function needRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < RESERVE) throw new DiskFull(folder, free)
}

/** Whether a statement only reads. One that cannot be told counts as a write. */
export function isReading(statement: string): boolean {
  if (/^\s*select\b/i.test(statement)) return true
  return /^\s*with\b/i.test(statement) && !/\b(insert|update|delete|merge)\b/i.test(statement)
}
