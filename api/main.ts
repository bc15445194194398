import { openChannel } from './cluster/channel.ts'
import type { Up } from './cluster/child.ts'
import { createParentLink, type ParentLink } from './cluster/parent-link.ts'
import { runCluster } from './cluster/run.ts'
import { isCommand, messageOf, runCommand } from './commands/main.ts'
import { systemClock } from './infrastructure/clock.ts'
import { type Config, readConfig } from './infrastructure/config.ts'
import { configHelp } from './infrastructure/config-help.ts'
import { ConfigError } from './infrastructure/config-readers.ts'
import { warnOfConnections } from './infrastructure/database/connection-room.ts'
import { migrate } from './infrastructure/database/migrate.ts'
import { ANSWER_LIMIT_MS, openDatabase } from './infrastructure/database/open.ts'
import { createLog } from './infrastructure/log.ts'
import { type RunningServer, startServer } from './server.ts'

/** A stop that takes longer than this is ended by force. */
const STOP_LIMIT_MS = 10_000
/**
 * Requests sent before the signal may still wait to be taken in, and kept connections that are in use
 * end with a reply meanwhile; closing the port would reset both.
 */
const TAKE_IN_MS = 200

const PRICES = {
  simulated: 'simulated, and stay so in this database',
  replay: 'played from a file',
} as const

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

/** `stop`, once, however often a signal comes (npm and a process group both repeat it). */
function once(stop: () => Promise<number>): () => Promise<void> {
  let stopping = false
  return async () => {
    if (stopping) return
    stopping = true
    process.exit(await stop())
  }
}

function stopOnSignal(stop: () => Promise<void>): void {
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function sayUp({ url, prices }: Pick<Up, 'url' | 'prices'>): void {
  if (prices !== 'real') say(`Prices are ${PRICES[prices]}; every reply says so.`)
  say(`Tidemark is at ${url}`)
}

/** The line to the supervisor of a child; null in a process alone. */
function linkOf(config: Config): ParentLink | null {
  if (config.child === null) return null
  const channel = openChannel()
  if (channel === null) throw new ConfigError('TIDEMARK_CHILD is set by the server itself.')
  return createParentLink(channel, config.child.number, systemClock)
}

async function stopServer(server: RunningServer): Promise<number> {
  setTimeout(() => process.exit(1), STOP_LIMIT_MS)
  server.leave()
  await new Promise((resolve) => setTimeout(resolve, TAKE_IN_MS))
  await server.stop()
  return 0
}

async function serve(config: Config, link: ParentLink | null): Promise<void> {
  const whole = createLog(config.logLevel)
  const log = config.child ? whole.child({ process: config.child.number }) : whole
  const database = await openDatabase(config, log, ANSWER_LIMIT_MS)
  try {
    await migrate(database)
    if (link === null) await warnOfConnections(database, config, log)
    const server = await startServer({
      config,
      clock: systemClock,
      log,
      database,
      ...(link && { shareFigures: link.share }),
    })
    const stop = once(() => stopServer(server))
    stopOnSignal(stop)
    const up = { url: server.url, prices: server.core.market.kind() }
    if (link === null) return sayUp(up)
    // The supervisor is gone, and with it whoever would end this process.
    process.on('disconnect', stop)
    link.up(up.url, up.prices)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serveAsChild(config: Config, link: ParentLink): Promise<void> {
  // It concerns the supervisor; a terminal's or a service's group is told all at once.
  process.on('SIGHUP', () => {})
  try {
    await serve(config, link)
  } catch (error) {
    await link.failed(messageOf(error))
    process.exit(1)
  }
}

async function supervise(config: Config): Promise<void> {
  const cluster = await runCluster(config)
  const stop = once(cluster.stop)
  stopOnSignal(stop)
  // Of a terminal it means that it was closed, of a service that the program was renewed.
  process.on('SIGHUP', process.stdin.isTTY ? stop : cluster.renew)
  sayUp(await cluster.up)
}

async function start(): Promise<void> {
  const config = readConfig()
  const link = linkOf(config)
  if (link !== null) await serveAsChild(config, link)
  else if (config.processes > 1) await supervise(config)
  else await serve(config, null)
}

const [word, ...args] = process.argv.slice(2)
try {
  if (word === '--help' || word === 'help') say(configHelp())
  else if (isCommand(word)) process.exit(await runCommand(word, args))
  else if (word !== undefined) throw new ConfigError(`There is no command ${word}; try --help.`)
  else await start()
} catch (error) {
  fail(error)
}
