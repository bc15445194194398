import type { Database } from '#api/infrastructure/database/database.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createRotationStore } from '#api/modules/ranking/rotation-store.ts'
import { createSkillStore } from '#api/modules/ranking/skill-store.ts'
import { createSkillWriter } from '#api/modules/ranking/skill-writer.ts'
import { testBus } from './test-bus.ts'
import { testClock } from './test-clock.ts'

/** Computes the skill tests of the settled rounds of a database, as the job does at `now` (epoch ms). */
export async function writeSkill(database: Database, now: number): Promise<void> {
  const clock = testClock(now)
  const writer = createSkillWriter({
    store: createSkillStore(database),
    rotations: createRotationStore(database),
    ...{ bus: testBus(), clock, log: createLog('silent') },
  })
  await writer.run()
  await writer.stop()
}
