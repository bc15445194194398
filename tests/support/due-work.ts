import type { RunningServer } from '#api/server/server.ts'

/** Resolves once the settlements and ranks that were due at the start of a server are written. */
export async function untilDueWorkIsDone(server: RunningServer): Promise<void> {
  const { infrastructure, services } = server
  if (!infrastructure.jobLock.isHeld()) return
  await services.sweeper.run()
  await services.rankWriter.run()
}
