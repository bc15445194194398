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
  const { fanout, pusher } = services.notifications
  let isOwner = false
  const resumeDeletions = () => {
    services.account.resumeDeletions().catch((error: unknown) => {
      log.warn({ err: error }, 'deletions of accounts could not be continued')
    })
  }
  const stopOwned = () => Promise.all([sweeper, sealer, fanout, pusher].map((job) => job.stop()))
  const onLockChange = async (isHeld: boolean) => {
    if (isHeld === isOwner) return
    isOwner = isHeld
    if (!isHeld) return void (await stopOwned())
    for (const job of [sweeper, sealer, fanout, pusher]) job.start()
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
      fanout.sweep(),
      services.likeRanking.run(),
    ]
    Promise.all(sweeps).catch((error: unknown) => {
      log.warn({ err: error }, 'expired rows could not be removed, or likes not be ranked')
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
