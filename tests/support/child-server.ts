import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openDirectDatabase } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createTestDatabase, migratedImage, testServerUrl } from './test-database.ts'

/** Time limit of a start, and of an end after a signal (ms): a server ends within 10 s. */
const LIMIT_MS = 120_000
const MAIN = resolve(import.meta.dir, '../../api/main.ts')

/** The server in a child process. */
export interface ChildServer {
  pid: number
  /** The URL that it prints; rejects when it exits first. */
  url: Promise<string>
  /** Output so far. */
  output(): { out: string; errors: string }
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  exited: Promise<number>
}

/** A data folder (and a PostgreSQL database) for servers that start one after another. */
export interface ChildPlace {
  folder: string
  /** URL of the PostgreSQL database; null for the embedded one. */
  databaseUrl: string | null
  /** Environment variables that select this database. */
  settings: { DATA_DIR: string; DATABASE_URL: string; PRICE_FEED: string }
  start(environment?: Record<string, string>): ChildServer
  /** Opens the migrated database; the embedded one only while no server runs. Close it. */
  open(): Promise<Database>
  /** Output of all its servers. */
  output(): string
  /** Stops running servers and removes all files. */
  dispose(): Promise<void>
}

function startChild(script: string, environment: Record<string, string>): ChildServer {
  // The last two are libfaketime's: a child has the clock of its test.
  const { PATH, HOME, LD_PRELOAD, FAKETIME } = process.env
  const child = Bun.spawn([process.execPath, '--no-env-file', script], {
    env: { PATH, HOME, LD_PRELOAD, FAKETIME, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const text = { out: '', errors: '' }
  let look = () => {}
  const read = async (stream: ReadableStream<Uint8Array>, kind: keyof typeof text) => {
    const decoder = new TextDecoder()
    for await (const part of stream) {
      text[kind] += decoder.decode(part, { stream: true })
      look()
    }
  }
  const reading = [read(child.stdout, 'out'), read(child.stderr, 'errors')]
  const ended = child.exited.then(async (code) => {
    await Promise.all(reading)
    return code
  })
  const late = Promise.withResolvers<never>()
  const limit = (what: string) => {
    const expire = () => {
      child.kill('SIGKILL')
      late.reject(
        new Error(`the server did not ${what} within ${LIMIT_MS / 1000} s: ${text.errors}`),
      )
    }
    const timer = setTimeout(expire, LIMIT_MS)
    const cancel = () => clearTimeout(timer)
    ended.then(cancel, cancel)
    return cancel
  }
  const exited = Promise.race([ended, late.promise])
  // Prevents an unhandled rejection when only the URL is awaited.
  exited.catch(() => {})
  const hasStarted = limit('start or end')
  const url = new Promise<string>((answer, reject) => {
    look = () => {
      const found = /^Tidemark is at (\S+)$/m.exec(text.out)?.[1]
      if (!found) return
      hasStarted()
      answer(found)
    }
    exited.then((code) => reject(new Error(`it ended with ${code}: ${text.errors}`)), reject)
  })
  // Prevents an unhandled rejection when the URL is not awaited.
  url.catch(() => {})
  const signal: ChildServer['signal'] = (name) => {
    child.kill(name)
    if (!/STOP|CONT/.test(name)) limit(`end after ${name}`)
  }
  return { pid: child.pid, url, output: () => text, signal, exited }
}

/** Options of the location. */
export interface InitialBoundsOptions {
  /** PostgreSQL server for the database; null for the embedded one. */
  serverUrl?: string | null
  /** Parent of the data folder. */
  within?: string
  /** Program to run instead of `api/main.ts`; it must print its URL in the same way. */
  script?: string
  /** Starts without a database, as before the first start. */
  isEmpty?: boolean
}

/** Creates a location for servers. */
export async function childPlace({
  serverUrl = testServerUrl,
  within = tmpdir(),
  script = MAIN,
  isEmpty = false,
}: InitialBoundsOptions = {}): Promise<ChildPlace> {
  const folder = mkdtempSync(join(within, 'tidemark-process-'))
  const server = serverUrl === null ? null : await createTestDatabase(serverUrl)
  const children: ChildServer[] = []
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: server?.url ?? '',
    PRICE_FEED: 'simulated',
  }
  if (server === null && !isEmpty) {
    // Copies a migrated folder: creating one takes most of a first start.
    const image = await migratedImage()
    await (await openPglite({ folder: join(folder, 'data', 'db'), image })).close()
  }
  return {
    folder,
    databaseUrl: server?.url ?? null,
    settings,
    start(environment = {}) {
      const child = startChild(script, {
        PORT: '0',
        ...settings,
        LOG_LEVEL: 'warn',
        ...environment,
      })
      children.push(child)
      return child
    },
    async open() {
      const where = {
        dataDir: join(folder, 'data'),
        databaseUrl: server?.url ?? null,
        databaseDirectUrl: server?.url ?? null,
        databaseConnections: 20,
      }
      const database = await openDirectDatabase(where, createLog('silent'))
      await migrate(database)
      return database
    },
    output: () =>
      children
        .map((child) => child.output())
        .map(({ out, errors }) => out + errors)
        .join(''),
    async dispose() {
      for (const child of children) child.signal('SIGKILL')
      await Promise.all(children.map(({ exited }) => exited))
      await server?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
