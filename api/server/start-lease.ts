import { randomUUID } from 'node:crypto'
import { createLease } from '#api/infrastructure/lease/create-lease.ts'
import type { Lease } from '#api/infrastructure/lease/lease.ts'
import { createSoleLease } from '#api/infrastructure/lease/sole-lease.ts'
import { createLeaseStore } from '#api/infrastructure/lease/store.ts'
import type { ServerOptions } from '#api/server.ts'

/**
 * Starts to ask for the right to hold the feed and the sweeps; it may be had already when this
 * resolves. The embedded database has one process, which always has it.
 */
export async function startLease({ database, clock, log, lease }: ServerOptions): Promise<Lease> {
  const own = lease ?? makeLease({ database, clock, log })
  await own.start()
  return own
}

function makeLease({ database, clock, log }: Pick<ServerOptions, 'database' | 'clock' | 'log'>) {
  if (database.kind === 'pglite') return createSoleLease()
  return createLease({ store: createLeaseStore(database), clock, holder: randomUUID(), log })
}
