import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createReactionStore } from '#api/reactions/store.ts'
import { createRoundBook } from '#api/rounds/round-book.ts'
import { VoteDetail } from '#shared/contract/votes.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createVotesService, type VotesService } from './service.ts'
import { createVoteStore } from './store.ts'

const RECEIVED = '2026-11-22T23:59:59.990Z'
const TARGET = '2026-11-26T00:00:00.000Z'

let server: TestServer
/** The service, with a sanitiser so slow that the round closes over it. */
let service: VotesService

beforeAll(async () => {
  server = await startTestServer({ now: RECEIVED })
  const { infrastructure, services } = server
  service = createVotesService({
    ...infrastructure,
    ...services,
    store: createVoteStore(infrastructure.database),
    reactions: createReactionStore(infrastructure.database, 'vote'),
    book: createRoundBook({
      store: services.roundStore,
      bus: infrastructure.bus,
      clock: infrastructure.clock,
      openMissing: async () => {},
    }),
    sanitise: async (html) => {
      await server.jump('2026-11-23T00:00:00.010Z')
      return html
    },
  })
})
afterAll(() => server.stop())

test('a vote belongs to the round in which it was received, however long the server took', async () => {
  const person = await newcomer(server, 'In time')
  const verified = await server.services.guardParts.tokens.verify(person.token)
  if (!verified.ok) throw new Error('the token is not good')
  const user = verified.claims
  const detail = (id: number) => person.api.get(VoteDetail, `/votes/${id}`)

  const content = '<p>just in time</p>'
  const targetDate = Date.parse(TARGET)
  const { id } = await service.create(user, { targetDate, choice: 'up', content })
  expect(await detail(id)).toMatchObject({ targetTime: TARGET, created: RECEIVED, content })

  server.clock.jump(RECEIVED)
  await service.edit(user, id, { choice: 'down', content })
  expect(await detail(id)).toMatchObject({ voteChoice: 'down', modified: RECEIVED })

  const late = service.edit(user, id, { choice: 'steady', content })
  expect(await late.catch((error: unknown) => error)).toMatchObject({ code: 'DIRECTION_FROZEN' })
})
