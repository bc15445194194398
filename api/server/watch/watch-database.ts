import type { Database, PoolStats } from '#api/infrastructure/database/database.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** Connections to PostgreSQL; NaN with the embedded database, which has none. */
export function watchDatabase({ watch }: Metrics, database: Pick<Database, 'pool'>): void {
  const gauge = (name: string, help: string, read: (use: PoolStats) => number) =>
    watch(`tidemark_database_connections${name}`, help, () => {
      const use = database.pool()
      return use && read(use)
    })
  gauge('', 'Open connections to the database', ({ open }) => open)
  gauge('_idle', 'Open connections that nobody uses', ({ idle }) => idle)
  gauge('_waiting', 'Statements and transactions that wait for a connection', (use) => use.waiting)
  gauge('_max', 'Connections that may be open at once', ({ max }) => max)
}
