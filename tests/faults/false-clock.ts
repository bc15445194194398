import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LIBRARIES = '/usr/lib'

/** Debian's libfaketime: the file that a process is made to load; null where it is not installed. */
function findLibrary(): string | null {
  if (!existsSync(LIBRARIES)) return null
  const paths = readdirSync(LIBRARIES).map((name) =>
    join(LIBRARIES, name, 'faketime', 'libfaketime.so.1'),
  )
  return paths.find((path) => existsSync(path)) ?? null
}

/** A wall clock for a real process, which jumps when a test says so. Timers go on as ever. */
export interface FalseClock {
  /** What the process is started with. */
  environment: Record<string, string>
  /** What its clock shows now, in epoch milliseconds. */
  now(): number
  /** Moves it to an instant (epoch milliseconds), from which it runs on. */
  set(instant: number): void
  dispose(): void
}

/** Makes a clock that stands at `start`; null without libfaketime. */
export function falseClock(start: number): FalseClock | null {
  const library = findLibrary()
  if (library === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-clock-'))
  const file = join(folder, 'offset')
  let offset = 0
  const set = (instant: number) => {
    const seconds = Math.round((instant - Date.now()) / 1000)
    offset = seconds * 1000
    // Renamed into place: half an offset would be another instant.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${file}.new`, file)
  }
  set(start)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now: () => Date.now() + offset,
    set,
    dispose: () => rmSync(folder, { recursive: true }),
  }
}
