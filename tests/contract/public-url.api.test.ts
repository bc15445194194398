import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { CreateVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

// Files that the server builds from its own API, under each kind of public address; npm test also reads
// all pages behind a real proxy (tests/production).
describe.each(['http://tidemark.example', 'https://tidemark.example:8443'])(
  'with PUBLIC_URL=%s',
  (publicUrl) => {
    let server: TestServer
    let code = ''
    let vote = 0

    beforeAll(async () => {
      server = await startTestServer({ environment: { PUBLIC_URL: publicUrl } })
      const author = await server.person('Author')
      const reply = await author.api.call(CreateVoteReply, 'POST', '/votes', {
        targetDate: new Date(liveRound(server.clock.now()).targetDate).toISOString(),
        vote: 'up',
        content: '<p>Note</p>',
      })
      vote = reply.id
      code = (await server.api.get(VoteItem, `/votes/${vote}/item`)).uniqueCode
      const post = { content: '<p>Longer charts</p>' }
      await author.api.call(CreatePostReply, 'POST', '/posts/suggestions', post)
    })
    afterAll(() => server.stop())

    test('feeds have their entries, with links to the public address', async () => {
      for (const path of ['/feed/suggestions.xml', `/feed/u/${code}.xml`]) {
        const reply = await fetch(server.url + path)
        const text = await reply.text()
        expect([path, reply.status, text.split('<entry>').length - 1]).toEqual([path, 200, 1])
        expect(text).toContain(`href="${publicUrl}/`)
      }
    })

    test('cards show their own round, call and person', async () => {
      const pictures = ['site', 'rounds/2026-11-19', `calls/${vote}`, `people/${code}`]
      const replies = await Promise.all(
        pictures.map((name) => fetch(`${server.url}/cards/${name}.png`)),
      )
      expect(replies.map(({ status }) => status)).toEqual(pictures.map(() => 200))
      expect(new Set(replies.map(({ headers }) => headers.get('etag'))).size).toBe(4)
    })
  },
)
