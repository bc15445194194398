import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LIBRARIES = '/usr/lib'

/** The library of Debian's libfaketime; null where it is not installed. */
function findLibrary(): string | null {
  if (!existsSync(LIBRARIES)) return null
  const paths = readdirSync(LIBRARIES).map((name) =>
    join(LIBRARIES, name, 'faketime', 'libfaketime.so.1'),
  )
  return paths.find((path) => existsSync(path)) ?? null
}

/** The wall clock of a real process, set by the test. Timers are unaffected. */
export interface FakeSystemClock {
  /** Environment to start the process with. */
  environment: Record<string, string>
  /** The process's time, in epoch milliseconds. */
  now(): number
  /** Sets the time (epoch milliseconds); it continues from there. */
  set(instant: number): void
  dispose(): void
}

/** Creates a clock at `start`; null without libfaketime. */
export function createFakeSystemClock(start: number): FakeSystemClock | null {
  const library = findLibrary()
  if (library === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-clock-'))
  const file = join(folder, 'offset')
  let offset = 0
  const set = (instant: number) => {
    const seconds = Math.round((instant - Date.now()) / 1000)
    offset = seconds * 1000
    // Renamed into place: a partial offset would be another instant.
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
