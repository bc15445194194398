import { expect, test } from 'bun:test'
import { createCommandFixture } from '#tests/support/command-fixture.ts'
import { SATURDAY, startTestServer } from '#tests/support/test-server.ts'
import { compareFigures } from './compare-figures.ts'

test('every figure of the demo equals an independent computation', async () => {
  const fixture = await createCommandFixture({ now: SATURDAY })
  expect(await fixture.run('seed')).toMatchObject({ code: 0 })
  const database = await fixture.open()
  // A ban takes a person out of live rankings and marks frozen ones.
  await database.script(`UPDATE user_account SET banned_at = '${SATURDAY}' WHERE id IN
    (SELECT user_id FROM user_stats ORDER BY points DESC LIMIT 2)`)
  const server = await startTestServer({ now: SATURDAY, database })
  await server.services.skillWriter.run()
  const { differences, values, replies } = await compareFigures(
    database,
    server.url,
    Date.parse(SATURDAY),
  )
  await server.stop()
  await fixture.dispose()
  expect(differences).toEqual([])
  expect(replies).toBeGreaterThan(350)
  expect(values).toBeGreaterThan(30_000)
})
