import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CreateVoteReply, EditVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { createFormat } from '#shared/i18n/format.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('a changed call in the feed of its author', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  /** Casts a call and changes it four minutes later. */
  async function changed(nickname: string, vote: 'down' | 'unknown') {
    const person = await server.person(nickname)
    const targetDate = new Date(liveRound(server.clock.now()).targetDate).toISOString()
    const first = { targetDate, vote: 'up', content: '' }
    const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', first)
    server.clock.advance(4 * MINUTE_MS)
    const changedAt = new Date(server.clock.now()).toISOString()
    const change = { vote, content: '' }
    const { offer, carried } = await person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, change)
    const { uniqueCode, created } = await server.api.get(VoteItem, `/votes/${id}/item`)
    const feed = await (await fetch(`${server.url}/feed/u/${uniqueCode}.xml?lang=en`)).text()
    return { offer, carried, created, changedAt, feed }
  }
  const { signed } = createFormat('en-US', 'UTC')

  test('has the points that its result will give, those carried over included', async () => {
    const { offer, carried, feed } = await changed('Changer', 'down')
    expect(carried).not.toBe(0)
    const points = `${signed(carried + offer.hit)} if right · ${signed(carried + offer.miss)} if wrong`
    expect(feed).toContain(`Locked in: ${points}.`)
  })

  test('has the points carried over alone without a direction', async () => {
    const { carried, feed } = await changed('Undecided', 'unknown')
    expect(carried).not.toBe(0)
    expect(feed).toContain(`Locked in: ${signed(carried)} points carried over.`)
  })

  test('is updated, for readers that know it with the direction before', async () => {
    const { created, changedAt, feed } = await changed('Updater', 'down')
    expect(feed).toContain(`<published>${created}</published>`)
    expect(feed.split('<entry>')[1]).toContain(`<updated>${changedAt}</updated>`)
  })
})
