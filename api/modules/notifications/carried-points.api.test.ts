import { expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { runNotifications } from '#tests/support/push-person.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const WITHDRAW = statement(
  "UPDATE vote SET choice = 'unknown', offer_hit = 0, offer_miss = 0, carried = -45 WHERE id = $1",
)

test('a settlement is news to whoever voted "Unknown" after a direction that carried points', async () => {
  const server = await startTestServer()
  const mina = await newcomer(server, 'Mina')
  const id = await castVote(server, mina)
  await server.infrastructure.database.query(WITHDRAW, [id])
  await server.jump('2026-11-26T00:00:03.000Z')
  await runNotifications(server)
  const { api } = await signedInAs(server, mina.id)
  const { items } = await api.get(NotificationList, '/notifications')
  expect(items).toMatchObject([
    { kind: 'settled', vote: { id, direction: 'unknown', result: 'unknown', points: -45 } },
  ])
  await server.stop()
})
