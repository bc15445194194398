import { every } from '#api/infrastructure/clock.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import type { Services } from '#api/services.ts'
import type { Infrastructure } from './infrastructure.ts'

const SESSION_SWEEP_MS = 3_600_000

/**
 * Starts the scheduled jobs and returns a function that stops them. Only the owner of the job lock sweeps
 * rounds and sessions; two owners may overlap briefly when the lock moves.
 */
export async function startJobs(
  { clock, log, jobLock }: Infrastructure,
  services: Services,
): Promise<() => Promise<void>> {
  const { sweeper, sealer, views } = services
  let isOwner = false
  const resumeDeletions = () => {
    services.account.resumeDeletions().catch((error: unknown) => {
      log.warn({ err: error }, 'deletions of accounts could not be continued')
    })
  }
  const stopOwned = () => Promise.all([sweeper.stop(), sealer.stop()])
  const onLockChange = async (isHeld: boolean) => {
    if (isHeld === isOwner) return
    isOwner = isHeld
    if (!isHeld) return void (await stopOwned())
    sweeper.start()
    sealer.start()
    await sweeper.run()
    resumeDeletions()
  }

  await services.revocations.load(services.sessionStore)
  const unsubscribe = jobLock.onChange((isHeld) => void onLockChange(isHeld))
  await onLockChange(jobLock.isHeld())
  views.start()
  const stopSessionSweep = every(clock, SESSION_SWEEP_MS, () => {
    if (!jobLock.isHeld()) return
    resumeDeletions()
    const sweeps = [
      services.sessions.sweep(),
      services.spentTokens.deleteExpired(clock.now()),
      services.erasedIdentities.deleteExpired(clock.now()),
    ]
    Promise.all(sweeps).catch((error: unknown) => {
      log.warn({ err: error }, 'expired sessions, tokens and identities could not be removed')
    })
  })
  return async () => {
    unsubscribe()
    stopSessionSweep()
    await stopOwned()
    await views.stop()
  }
}

/**
 * Whether the rounds are swept, by this or another instance. True before the end of the first sweep,
 * since an instance would otherwise be unready at every takeover.
 */
export function areRoundsSwept(jobLock: JobLock, { sweeper }: Pick<Services, 'sweeper'>): boolean {
  const { lastSweepAt, failures } = sweeper.stats()
  return !jobLock.isHeld() || lastSweepAt !== null || failures === 0
}
