import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, lockFolder, processStart } from './folder-lock.ts'

let place: string
let folder: string

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tidemark-lock-'))
  folder = join(place, 'data', 'db')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const lockFile = () => `${folder}.lock`

/** Writes a lock file as another process would. */
function leave(text: string) {
  lockFolder(folder)()
  writeFileSync(lockFile(), text)
}

/** The pid of a process that has exited. */
async function deadPid(): Promise<number> {
  const child = Bun.spawn([process.execPath, '--version'], { stdout: 'ignore' })
  await child.exited
  return child.pid
}

test('ignores the claim of a dead process and respects that of a live one', async () => {
  const pid = await deadPid()
  leave(`${pid} 12345\n`)
  writeFileSync(`${lockFile()}.claim`, `${process.ppid} ${processStart(process.ppid)}\n`)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  writeFileSync(`${lockFile()}.claim`, `${pid} 12345\n`)
  lockFolder(folder)()
  expect(existsSync(`${lockFile()}.claim`)).toBe(false)
})

describe('the lock of a data folder', () => {
  test('names this process, is readable by its owner only, and is removed on release', () => {
    const unlock = lockFolder(folder)
    expect(readFileSync(lockFile(), 'utf8')).toBe(`${process.pid} ${processStart(process.pid)}\n`)
    expect((statSync(lockFile()).mode & 0o777).toString(8)).toBe('600')
    unlock()
    expect(existsSync(lockFile())).toBe(false)
    lockFolder(folder)()
  })

  test('held by this process fails with one line and its remedy', () => {
    lockFolder(folder)
    const text = readFileSync(lockFile(), 'utf8')
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
    expect(readFileSync(lockFile(), 'utf8')).toBe(text)
  })

  test('held by another live process fails', () => {
    leave(`${process.ppid} ${processStart(process.ppid)}\n`)
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.ppid}`)
  })

  test('of a dead process is replaced', async () => {
    const pid = await deadPid()
    expect(processStart(pid)).toBeNull()
    leave(`${pid} 12345\n`)
    const unlock = lockFolder(folder)
    expect(readFileSync(lockFile(), 'utf8')).toStartWith(`${process.pid} `)
    unlock()
  })

  test('of a pid that was reused is replaced', () => {
    leave(`${process.ppid} 1\n`)
    lockFolder(folder)()
  })

  test.each(['', 'nonsense', '-1 5', '0 5', '1.5 5', '99999999999 5'])(
    'with the content %j is replaced',
    (text) => {
      leave(text)
      lockFolder(folder)()
    },
  )
})

describe('without /proc', () => {
  const HOUR_MS = 3_600_000
  const boot = Date.UTC(2026, 10, 26, 3)
  /** Of macOS and Windows: the pid is that of a running process, whose start is unknown. */
  const system = { startOf: () => '', bootedAt: () => boot }
  /** Leaves a lock of a running process that was written at `instant`. */
  const leaveAt = (instant: number) => {
    leave(`${process.ppid} \n`)
    utimesSync(lockFile(), instant / 1000, instant / 1000)
  }

  test('a lock of an earlier boot is replaced, and so is its claim', () => {
    leaveAt(boot - 2 * HOUR_MS)
    writeFileSync(`${lockFile()}.claim`, `${process.ppid} \n`)
    utimesSync(`${lockFile()}.claim`, boot / 1000 - 7200, boot / 1000 - 7200)
    const unlock = lockFolder(folder, system)
    expect(readFileSync(lockFile(), 'utf8')).toBe(`${process.pid} \n`)
    unlock()
  })

  test.each([-0.5, 0, 1, 1000])('a lock of %p hours after the boot fails', (hours) => {
    leaveAt(boot + hours * HOUR_MS)
    expect(() => lockFolder(folder, system)).toThrow(`in use by process ${process.ppid}`)
  })

  test('the boot of this system is known', () => {
    leaveAt(Date.now())
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    utimesSync(lockFile(), 1_000_000_000, 1_000_000_000)
    lockFolder(folder)()
  })
})

test('goes to exactly one of many processes that replace a dead process’s lock at once', async () => {
  const stale = `${await deadPid()} 12345\n`
  const rounds = Array.from({ length: 12 }, (_, round) => join(place, `round-${round}`))
  for (const round of rounds) writeFileSync(`${round}.lock`, stale)
  // Busy-waits for the start signal, so that all processes try within microseconds.
  const script = `
    const { existsSync } = require('node:fs')
    const { lockFolder } = await import(${JSON.stringify(join(import.meta.dir, 'folder-lock.ts'))})
    for (const round of ${JSON.stringify(rounds)}) {
      console.log('ready')
      while (!existsSync(round + '.gate')) {}
      try { lockFolder(round); console.log('got it') } catch { console.log('refused') }
    }
    for await (const _ of Bun.stdin.stream()) {}`
  const children = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, '-e', script], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const readers = children.map((child) => lines(child.stdout))
  const next = async () => {
    const all = await Promise.all(readers.map((reader) => reader.next()))
    return all.map(({ value }) => String(value)).sort()
  }
  for (const round of rounds) {
    expect(await next()).toEqual(['ready', 'ready', 'ready', 'ready'])
    writeFileSync(`${round}.gate`, '')
    expect(await next()).toEqual(['got it', 'refused', 'refused', 'refused'])
  }
  for (const child of children) child.stdin.end()
  await Promise.all(children.map(({ exited }) => exited))
})

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of stream) {
    const whole = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = whole.pop() ?? ''
    yield* whole
  }
}
