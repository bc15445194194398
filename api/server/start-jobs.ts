import { every } from '#api/platform/clock.ts'
import { warm } from '#api/platform/html/sanitise.ts'
import type { Core, Services } from '../services.ts'

const SESSION_SWEEP_MS = 3_600_000

/** Starts what runs by itself and answers how to end it. */
export async function startJobs(
  { config, clock, log }: Core,
  services: Services,
): Promise<() => Promise<void>> {
  await services.revocations.load(services.sessionStore)
  await services.sweeper.run()
  services.sweeper.start()
  services.views.start()
  services.anchors.start()
  void services.anchors.run()
  const stopSessions = every(clock, SESSION_SWEEP_MS, () => {
    services.sessions.sweep().catch((error: unknown) => {
      log.warn({ err: error }, 'ended sessions could not be removed')
    })
  })
  const warming = warm().catch((error: unknown) => {
    log.error({ err: error }, 'the sanitiser could not be loaded')
  })
  // Others serve meanwhile; who came here would wait until it is loaded.
  if (config.child !== null) await warming
  return async () => {
    stopSessions()
    await services.sweeper.stop()
    await services.anchors.stop()
    await services.views.stop()
  }
}
