import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { PostDetail, type PostList } from '#shared/contract/posts.ts'
import type { NicknameReply } from '#shared/contract/profile.ts'
import { ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import { VoteDetail } from '#shared/contract/votes.ts'
import { PAYLOADS } from '#shared/html/payloads.fixture.ts'
import { storable } from '#shared/html/plain.ts'
import { hasVisible } from '#shared/rules/is-blank.ts'
import { cleanNickname } from '#shared/rules/nickname.ts'
import { REPLY_MAX, replyText } from '#shared/rules/reply.ts'
import { json, send } from '#tests/access/send.ts'
import { openWorld, post, snapshot, vote, type World } from '#tests/access/world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { establishedMember } from '#tests/support/established-member.ts'
import { markupOffences } from '#tests/support/markup-offences.ts'
import { isNightly, timeoutFor } from './support/size.ts'
import { writesOf } from './support/writes.ts'

/** SQL quote breakouts, LIKE patterns and log control characters. */
const SQL = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE post; --",
  "'; UPDATE  post SET priority = 0; --",
  "' UNION TABLE session --",
  '1; SELECT pg_sleep(10) --',
  "' || pg_sleep(10) || '",
  '1) OR (1=1',
  '1 AND 1=1',
  '$1',
  '$$x$$',
  "E'\\\\x27'",
  'U&"d\\0061t"',
  '%',
  '_',
  '%%%%',
  '/* x */',
  '-- x',
  "admin'--",
  '{{7*7}}',
  '#{7*7}',
  '%s%s%n',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '\u02bc OR 1=1',
  '\uff07 OR 1=1',
]

describe('hostile text', () => {
  let world: World
  let api = ''

  beforeAll(async () => {
    world = await openWorld()
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  test(
    'SQL in any body string is stored as text or rejected',
    async () => {
      const tables = await snapshot(world.server)
      for (const { method, path, body } of writesOf(world)) {
        const person = path.includes('notices') ? world.admin : world.author
        // Signing out with a bearer would end the session used below.
        const token = path.startsWith('/auth/') ? null : person.token
        for (const field of Object.keys(body)) {
          for (const text of SQL) {
            const sent = {
              ...body,
              [field]: field === 'events' ? [{ name: text, route: text }] : text,
            }
            const { status } = await send(api + path, json(method, token, sent))
            expect([path, field, text, status < 500]).toEqual([path, field, text, true])
          }
        }
      }
      const after = await snapshot(world.server)
      expect([after].flat()).toHaveLength([tables].flat().length)
      const admins = await world.server.infrastructure.database.query(
        statement('SELECT id FROM user_account WHERE is_admin > 0'),
      )
      expect(admins).toEqual([{ id: world.admin.id }])
    },
    timeoutFor(1000),
  )

  test('a text full of SQL is stored and returned unchanged', async () => {
    for (const text of SQL) {
      const id = await post(world.author, 'suggestions', `x${text}`)
      const { content } = await world.author.api.get(PostDetail, `/posts/suggestions/${id}`)
      const plain = content.replaceAll('&amp;', '&')
      expect(plain).toBe(`x${text}`.replace('\r\n', '\n'))
    }
  })

  test('a reply full of SQL or markup is stored and returned as the text that it is', async () => {
    const { server, author } = world
    const writer = await establishedMember(server, 'Writer')
    const id = await post(author, 'suggestions', 'Answered')
    const path = `/posts/suggestions/${id}/replies`
    const body = { content: 'first' }
    const { reply } = await writer.api.call(SavedReply, 'POST', path, body)
    let stored = 0
    // PostgreSQL accepts no NUL in text.
    for (const text of [...SQL, ...PAYLOADS].filter((each) => !each.includes('\0'))) {
      const content = replyText(storable(text))
      const sent = await writer.api.raw('PUT', `/replies/${reply.id}`, { body: { content: text } })
      if (sent.status === 422) {
        expect([text, hasVisible(content) && content.length <= REPLY_MAX]).toEqual([text, false])
        continue
      }
      const { replies } = await author.api.get(ReplyPage, path)
      expect(replies.map((one) => one.content)).toEqual([content])
      stored += 1
    }
    expect(stored).toBeGreaterThan(300)
  })

  test(
    'SQL in any part of an address finds no row, causes no 5xx and no delay',
    async () => {
      const before = await snapshot(world.server)
      const { token } = world.author
      for (const text of SQL) {
        const part = encodeURIComponent(text).replaceAll('.', '%2e')
        const paths = [
          `/votes/${part}`,
          `/votes/1${part}`,
          `/posts/${part}`,
          `/posts/frees/${part}`,
          `/posts/frees${part}/1`,
          `/rounds/${part}`,
          `/rounds/2026-11-26T00:00:00.000Z${part}`,
        ]
        for (const path of paths) {
          const { answer } = await send(api + path, json('GET', token, undefined))
          expect([path, answer]).toEqual([path, '404 NOT_FOUND'])
        }
        const queries = ['/votes?page', '/posts/frees?page', '/candles?limit', '/candles?exchange']
        const more = ['/candles?interval', '/users/rankers?limit', '/profile/votes?limit']
        for (const query of [...queries, ...more]) {
          const sent = json('GET', token, undefined)
          const { answer } = await send(`${api}${query}=${part}`, sent)
          expect([query, text, answer.slice(0, 3)]).toEqual([query, text, '422'])
          const second = await send(`${api}${query.replace(/\?.*/, '?')}${part}=1`, sent)
          expect([query, text, second.answer.slice(0, 3)]).toEqual([query, text, '422'])
        }
      }
      expect(await snapshot(world.server)).toEqual(before)
    },
    timeoutFor(1000),
  )

  test('random queries are validated or ignored and never cause a 5xx', async () => {
    const many = (count: number, of: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => of(index)).join('&')
    const queries = [
      many(1500, (index) => `k${index}=1`),
      many(1500, () => 'page=1'),
      `page=${'9'.repeat(9000)}`,
      `page=${'%25'.repeat(3000)}`,
      `page=${'%'.repeat(9000)}`,
      '&'.repeat(9000),
      '='.repeat(9000),
      '?'.repeat(9000),
      `page${'[a]'.repeat(3000)}=1`,
      `page=1${'#'.repeat(100)}`,
      'page=1;page=2',
      'page[]=1',
      'page[0]=1',
      'page=%5B1%5D',
      'page=1%00',
      'page=%C0%B1',
      'page=%EF%BC%91',
    ]
    for (const path of ['/votes', '/posts/frees', '/candles', '/users/rankers', '/vote/summary']) {
      for (const query of queries) {
        const { status } = await send(`${api}${path}?${query}`)
        expect([path, query.slice(0, 40), [200, 422].includes(status)]).toEqual([
          path,
          query.slice(0, 40),
          true,
        ])
      }
    }
  })

  /** U+0000 is rejected before sanitizing. */
  const payloads = PAYLOADS.filter((payload) => !payload.includes('\0'))
  /**
   * The sanitizer has its own tests; this covers every route to it. The nightly run sends each payload
   * on each route, the default run every third payload on one route.
   */
  const meets = (place: number, index: number) => isNightly || index % 9 === place * 3

  test(
    'active markup is removed from votes and posts',
    async () => {
      const voter = await newcomer(world.server, 'Painter')
      const voteId = await vote(voter, 'x')
      const postId = await post(voter, 'frees')
      let tried = 0
      for (const [index, payload] of payloads.entries()) {
        const content = `<p>before</p>${payload}<p>after</p>`
        const stored: { content: string; title: string }[] = []
        if (meets(0, index)) {
          const sent = json('PUT', voter.token, { vote: 'up', content })
          expect((await send(`${api}/votes/${voteId}`, sent)).status).toBe(200)
          stored.push(await world.author.api.get(VoteDetail, `/votes/${voteId}`))
        }
        if (meets(1, index)) {
          const sent = json('PUT', voter.token, { content })
          expect((await send(`${api}/posts/frees/${postId}`, sent)).status).toBe(200)
          stored.push(await world.author.api.get(PostDetail, `/posts/frees/${postId}`))
        }
        if (meets(2, index)) {
          const id = await post(voter, 'suggestions', content)
          stored.push(await world.server.api.get(PostDetail, `/posts/suggestions/${id}`))
        }
        for (const { content, title } of stored) {
          expect([payload, markupOffences(content)]).toEqual([payload, []])
          expect([payload, title]).toEqual([payload, 'before'])
          tried += 1
        }
      }
      expect(tried).toBeGreaterThanOrEqual(Math.floor(payloads.length / 3))
    },
    timeoutFor(payloads.length * 6),
  )

  test('nicknames and titles are returned as plain text in JSON', async () => {
    const painter = await newcomer(world.server, 'Painter')
    const path = `${api}/profile/update-nickname`
    const short = PAYLOADS.filter((payload) => {
      const length = [...cleanNickname(payload)].length
      return length > 0 && length <= 20
    })
    const names = [
      '<b>x</b>',
      '<script>',
      '"><svg onload=1>',
      "'-alert(1)-'",
      '\u202egnp.exe',
      ...short,
    ]
    for (const nickname of names) {
      const { answer, text, headers } = await send(path, json('POST', painter.token, { nickname }))
      expect([nickname, answer]).toEqual([nickname, '200'])
      expect(headers.get('content-type')).toStartWith('application/json')
      const reply: NicknameReply = JSON.parse(text)
      const stored = claimsOf(reply.accessToken).nickname
      expect(stored).toBe(cleanNickname(nickname))
      expect(stored).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      const id = await post(
        painter,
        'suggestions',
        `&lt;img src=x onerror=alert(1)&gt; ${nickname.length}`,
      )
      const list = await send(`${api}/posts/suggestions`)
      expect(list.headers.get('content-type')).toStartWith('application/json')
      const { posts }: PostList = JSON.parse(list.text)
      expect(posts.find((each) => each.id === id)).toMatchObject({
        nickname: stored,
        title: `<img src=x onerror=alert(1)> ${nickname.length}`,
      })
    }
  })
})
