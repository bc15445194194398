import type { Lease } from './lease.ts'

/** The lease of a process that is alone with its database: always held. */
export function createSoleLease(): Lease {
  return {
    isHeld: () => true,
    onChange: () => () => {},
    async start() {},
    async stop() {},
    stats: () => ({ isHeld: true, term: 1, failures: 0 }),
  }
}
