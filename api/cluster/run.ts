import { systemClock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import { warnOfConnections } from '#api/infrastructure/database/connection-room.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openDatabase } from '#api/infrastructure/database/open.ts'
import { createLog, type Log } from '#api/infrastructure/log.ts'
import { notListening } from '#api/server/listen.ts'
import { startSignIn } from '#api/sign-in-provider.ts'
import type { Up } from './child.ts'
import { spawnProcess } from './spawn.ts'
import { createSupervisor } from './supervisor.ts'

/** Several processes on one port. */
export interface Cluster {
  /** Resolves when all are up; rejects with one line when one cannot start. */
  up: Promise<Up>
  /** Puts new processes in the place of all, one after another. */
  renew(): Promise<void>
  /** Ends all. The exit code: 0 when each ended well. */
  stop(): Promise<number>
}

/** The children share their port with whoever else shares it; a stranger's would lose requests. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = Bun.serve({
    hostname: host,
    port,
    reusePort: false,
    fetch: () => new Response(null, { status: 503 }),
  })
  await probe.stop(true)
}

/** Migrates once for all of them. */
async function prepareDatabase(config: Config, log: Log): Promise<void> {
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
    await warnOfConnections(database, config, log)
  } finally {
    await database.close()
  }
}

/** Starts `config.processes` processes of this program. Rejects when there is no use in trying. */
export async function runCluster(config: Config): Promise<Cluster> {
  const log = createLog(config.logLevel)
  await prepareDatabase(config, log)
  try {
    await refuseTakenPort(config)
  } catch (error) {
    throw notListening(error, config)
  }
  const provider = config.google ? null : await startSignIn(config, config.port, log)
  const supervisor = createSupervisor({
    spawn: spawnProcess(provider?.issuer ?? null),
    processes: config.processes,
    clock: systemClock,
    random: Math.random,
    log,
  })
  return {
    up: supervisor.start(),
    renew: supervisor.renew,
    async stop() {
      const code = await supervisor.stop()
      await provider?.stop()
      return code
    },
  }
}
