import { every } from '#api/infrastructure/clock.ts'
import { warm } from '#api/infrastructure/html/sanitise.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import type { Core, Services } from '#api/services.ts'

const SESSION_SWEEP_MS = 3_600_000

/**
 * Starts what runs by itself and answers how to end it. Sweeps, anchors and the removal of ended
 * sessions are the work of whoever has the job lock. That saves the others the work and no more: each
 * of them may run in several processes at once, as it does for a moment when the job lock passes on.
 */
export async function startJobs(
  { config, clock, log, jobLock }: Core,
  services: Services,
): Promise<() => Promise<void>> {
  const { sweeper, anchors, views } = services
  let isKeeping = false
  const leave = () => Promise.all([sweeper.stop(), anchors.stop()])
  const turn = async (isHeld: boolean) => {
    if (isHeld === isKeeping) return
    isKeeping = isHeld
    if (!isHeld) return void (await leave())
    sweeper.start()
    anchors.start()
    void anchors.run()
    await sweeper.run()
  }

  await services.revocations.load(services.sessionStore)
  const stopHearing = jobLock.onChange((isHeld) => void turn(isHeld))
  await turn(jobLock.isHeld())
  views.start()
  const stopSessions = every(clock, SESSION_SWEEP_MS, () => {
    if (!jobLock.isHeld()) return
    services.sessions.sweep().catch((error: unknown) => {
      log.warn({ err: error }, 'ended sessions could not be removed')
    })
  })
  const warming = warm().catch((error: unknown) => {
    log.error({ err: error }, 'the sanitiser could not be loaded')
  })
  // Other instances serve meanwhile; requests here would wait until it is loaded.
  if (config.reusePort) await warming
  return async () => {
    stopHearing()
    stopSessions()
    await leave()
    await views.stop()
  }
}

/**
 * Whether rounds are looked after: by another process, or by sweeps of this one. Those that have yet
 * to end the first time are well too, or a process would refuse requests when it takes over.
 */
export function areRoundsWell(jobLock: JobLock, { sweeper }: Pick<Services, 'sweeper'>): boolean {
  const { lastSweepAt, failures } = sweeper.stats()
  return !jobLock.isHeld() || lastSweepAt !== null || failures === 0
}
