import type { Lease } from '#api/infrastructure/lease/lease.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** Tells whether this process has the feed and the sweeps. */
export function watchLease({ watch }: Metrics, lease: Lease): void {
  watch('tidemark_lease_held', 'Whether this process has the feed and the sweeps', () =>
    lease.isHeld() ? 1 : 0,
  )
  watch(
    'tidemark_lease_term',
    'Grows each time that the feed and the sweeps are taken over',
    () => lease.stats().term,
  )
}
