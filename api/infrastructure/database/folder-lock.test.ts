import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { processStart } from './process-start.ts'

let place: string
let folder: string

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tidemark-lock-'))
  folder = join(place, 'data', 'db')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const lockFile = () => `${folder}.lock`

/** A lock file as another process would have left it. */
function leave(text: string) {
  lockFolder(folder)()
  writeFileSync(lockFile(), text)
}

/** The pid of a process that has ended and been waited for. */
async function deadPid(): Promise<number> {
  const child = Bun.spawn([process.execPath, '--version'], { stdout: 'ignore' })
  await child.exited
  return child.pid
}

test('a claim that a dead process left is in nobody’s way, one of a live process is', async () => {
  const pid = await deadPid()
  leave(`${pid} 12345\n`)
  writeFileSync(`${lockFile()}.claim`, `${process.ppid} ${processStart(process.ppid)}\n`)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  writeFileSync(`${lockFile()}.claim`, `${pid} 12345\n`)
  lockFolder(folder)()
  expect(existsSync(`${lockFile()}.claim`)).toBe(false)
})

describe('the lock of a data folder', () => {
  test('names this process, for its owner alone, and goes when it is let go', () => {
    const unlock = lockFolder(folder)
    expect(readFileSync(lockFile(), 'utf8')).toBe(`${process.pid} ${processStart(process.pid)}\n`)
    expect((statSync(lockFile()).mode & 0o777).toString(8)).toBe('600')
    unlock()
    expect(existsSync(lockFile())).toBe(false)
    lockFolder(folder)()
  })

  test('of a live process is refused in one line that says what to do', () => {
    lockFolder(folder)
    const text = readFileSync(lockFile(), 'utf8')
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
    expect(readFileSync(lockFile(), 'utf8')).toBe(text)
  })

  test('of another live process is refused as well', () => {
    leave(`${process.ppid} ${processStart(process.ppid)}\n`)
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.ppid}`)
  })

  test('of a dead process is taken over', async () => {
    const pid = await deadPid()
    expect(processStart(pid)).toBeNull()
    leave(`${pid} 12345\n`)
    const unlock = lockFolder(folder)
    expect(readFileSync(lockFile(), 'utf8')).toStartWith(`${process.pid} `)
    unlock()
  })

  test('of a pid that another process has been given since is taken over', () => {
    leave(`${process.ppid} 1\n`)
    lockFolder(folder)()
  })

  test.each(['', 'nonsense', '-1 5', '0 5', '1.5 5', '99999999999 5'])(
    'of a file that says %j is taken over',
    (text) => {
      leave(text)
      lockFolder(folder)()
    },
  )
})

test('of many processes that find a dead one’s lock at once, exactly one gets the folder', async () => {
  const stale = `${await deadPid()} 12345\n`
  const rounds = Array.from({ length: 12 }, (_, round) => join(place, `round-${round}`))
  for (const round of rounds) writeFileSync(`${round}.lock`, stale)
  // Each process spins at the gate of a round, so that all of them try within microseconds.
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
