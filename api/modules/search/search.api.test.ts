import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { type SearchItem, SearchReply } from '#shared/contract/search.ts'
import { CreateVoteReply, EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { type ApiClient, claimsOf } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import type { Person } from '#tests/support/test-server.ts'

const FIRST = '2026-11-26T00:00:00.000Z'
const LIVE = '2026-12-03T00:00:00.000Z'
const SET_LEVEL = statement('UPDATE user_account SET is_admin = $2 WHERE id = $1')
const DOCUMENTS = statement(
  'SELECT count(*)::int AS documents FROM search_document WHERE user_id = $1',
  { documents: column.int },
)

const FORMER = statement(
  'SELECT count(*)::int AS rows FROM search_document WHERE title_tokens IS NOT NULL',
  { rows: column.int },
)

const NAMES = [
  'author',
  'member',
  'fresh caller',
  'caller',
  'caller of another round',
  'admin',
] as const
type Name = (typeof NAMES)[number]

describe('search', () => {
  let server: PlannedServer
  let people: Record<Name, Person>
  let live: number

  const vote = async (name: Name, targetDate: string, content: string) => {
    const body = { targetDate, vote: 'up', content }
    return (await people[name].api.call(CreateVoteReply, 'POST', '/votes', body)).id
  }
  const renewAll = async () => {
    for (const name of NAMES) people[name] = await renewed(server, people[name])
  }
  const find = (api: ApiClient, q: string, more = '') =>
    api.get(SearchReply, `/search?q=${encodeURIComponent(q)}${more}`)
  const apiOf = (viewer: Name | 'guest') => (viewer === 'guest' ? server.api : people[viewer].api)
  /** What a viewer finds: each item by its title or name, with + for a snippet. */
  const seen = (item: SearchItem) => {
    if (item.kind === 'round') return `round ${item.refDate.slice(0, 10)}`
    if (item.kind === 'person') return item.nickname
    return item.title + (item.snippet ? '+' : '')
  }
  const titles = async (viewer: Name | 'guest', q: string, more = '') =>
    (await find(apiOf(viewer), q, more)).items.map(seen)

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ['2026-11-19T00:00:00Z', 100_000],
      ['2026-11-23T00:00:00Z', 100_000],
      ['2026-11-26T00:00:00Z', 106_000],
      ['2026-11-30T00:00:00Z', 105_000],
    ])
    people = {
      author: await newcomer(server, 'Writer'),
      member: await newcomer(server, 'Member'),
      'fresh caller': await newcomer(server, 'Fresh'),
      caller: await newcomer(server, 'Caller'),
      'caller of another round': await newcomer(server, 'Former'),
      admin: await newcomer(server, 'Boss'),
    }
    await server.infrastructure.database.query(SET_LEVEL, [people.admin.id, 1])
    await vote('author', FIRST, '<p>첫 라운드</p><p>오래된 비밀 <b>oldsecret</b></p>')
    await vote('caller of another round', FIRST, '')
    await server.jump('2026-11-26T10:00:00Z')
    await renewAll()
    live = await vote('author', LIVE, '<p>새 라운드</p><p>지금 비밀 livesecret</p>')
    await vote('caller', LIVE, '')
    await server.jump('2026-11-26T12:00:00Z')
    await renewAll()
    await vote('fresh caller', LIVE, '')
  })
  afterAll(() => server.stop())

  const OLD = '첫 라운드+'
  const NEW = '새 라운드+'
  test.each<[Name | 'guest', string[], string[], string[]]>([
    ['guest', [], [], ['새 라운드', '첫 라운드']],
    ['member', [], [], ['새 라운드', '첫 라운드']],
    ['caller of another round', [OLD], [], ['새 라운드', OLD]],
    ['fresh caller', [OLD], [], ['새 라운드', OLD]],
    ['caller', [OLD], [NEW], [NEW, OLD]],
    ['author', [OLD], [NEW], [NEW, OLD]],
    ['admin', [OLD], [], ['새 라운드', OLD]],
  ])('%s finds what they may read', async (viewer, old, current, byTitle) => {
    expect(await titles(viewer, 'oldsecret')).toEqual(old)
    expect(await titles(viewer, '오래된')).toEqual(old)
    expect(await titles(viewer, 'livesecret')).toEqual(current)
    expect(await titles(viewer, '비밀', '&kind=note')).toEqual([...current, ...old])
    expect(await titles(viewer, '라운드')).toEqual(byTitle)
    expect(await titles(viewer, '라운드 livesecret')).toEqual(current)
  })

  test('a note of the live round is found once the own direction is fixed by a reading', async () => {
    const { api } = people['fresh caller']
    await api.get(VoteDetail, `/votes/${live}`)
    expect(await titles('fresh caller', 'livesecret')).toEqual([NEW])
  })

  test('a snippet is plain text with the positions of the words', async () => {
    const [item] = (await find(people.caller.api, 'OLDSECRET 비밀')).items
    if (item?.kind !== 'note' || !item.snippet) throw new Error('there is no snippet')
    const { text, hits } = item.snippet
    expect(text).toBe('첫 라운드 오래된 비밀 oldsecret')
    expect(hits.map(({ start, end }) => text.slice(start, end))).toEqual(['비밀', 'oldsecret'])
  })

  test('an edit, a hiding and a restoration are found at once', async () => {
    const { author, admin } = people
    const content = '<p>고친 제목</p><p>editedword</p>'
    const id = (
      await author.api.call(CreatePostReply, 'POST', '/posts/suggestions', {
        content: '<p>옛 제목</p><p>formerword</p>',
      })
    ).id
    expect(await titles('guest', 'formerword')).toEqual(['옛 제목+'])
    await author.api.call(Done, 'PUT', `/posts/suggestions/${id}`, { content })
    expect(await titles('guest', 'formerword')).toEqual([])
    expect(await titles('guest', 'editedword')).toEqual(['고친 제목+'])
    const act = { target: 'post', targetId: id, reason: 'spam', message: '' }
    await admin.api.call(Done, 'POST', '/moderation/acts', { ...act, act: 'hide' })
    for (const viewer of ['guest', 'author', 'admin'] as const) {
      expect(await titles(viewer, 'editedword')).toEqual([])
      expect(await titles(viewer, '고친')).toEqual([])
    }
    await admin.api.call(Done, 'POST', '/moderation/acts', { ...act, act: 'restore' })
    expect(await titles('guest', 'editedword')).toEqual(['고친 제목+'])
  })

  test('an edited note is found by its new words only, and not once it is empty', async () => {
    const writer = await renewed(server, await newcomer(server, 'Editor'))
    const body = { targetDate: LIVE, vote: 'down', content: '<p>noteword 하나</p>' }
    const { id } = await writer.api.call(CreateVoteReply, 'POST', '/votes', body)
    const change = (content: string) =>
      writer.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'down', content })
    await change('<p>otherword 둘</p>')
    expect((await find(writer.api, 'noteword')).items).toEqual([])
    expect((await find(writer.api, 'otherword')).items).toHaveLength(1)
    await change('')
    expect((await find(writer.api, 'otherword')).items).toEqual([])
  })

  test('the free board is searched for members, its titles for everybody', async () => {
    await people.member.api.call(CreatePostReply, 'POST', '/posts/frees', {
      content: '<p>자유로운 제목</p><p>freeword</p>',
    })
    expect(await titles('guest', 'freeword')).toEqual([])
    expect(await titles('guest', '자유로운')).toEqual(['자유로운 제목'])
    expect(await titles('member', 'freeword')).toEqual(['자유로운 제목+'])
    expect(await titles('guest', '자유로운', '&kind=note')).toEqual([])
  })

  test('people are found by nickname and code, also after a change of name', async () => {
    const person = await newcomer(server, '고래잡이')
    const code = claimsOf(person.token).uniqueCode
    expect(await titles('guest', '고래', '&kind=person')).toEqual(['고래잡이'])
    expect(await titles('guest', code.toLowerCase(), '&kind=person')).toEqual(['고래잡이'])
    await person.api.raw('POST', '/profile/update-nickname', { body: { nickname: '상어잡이' } })
    const after = await titles('guest', code, '&kind=person')
    expect(after).toEqual(['상어잡이'])
  })

  test('rounds are found by day and by word', async () => {
    expect(await titles('guest', '2026-11-26', '&kind=round')).toEqual([
      'round 2026-11-26',
      'round 2026-11-19',
    ])
    expect(await titles('guest', '11/19', '&kind=round')).toEqual(['round 2026-11-19'])
    expect(await titles('guest', 'live', '&kind=round')).toEqual(['round 2026-11-26'])
  })

  test('the texts of a banned author and of an erased account are absent', async () => {
    const writer = await newcomer(server, 'Leaver')
    const content = '<p>사라질 제목</p><p>leavingword</p>'
    await writer.api.call(CreatePostReply, 'POST', '/posts/suggestions', { content })
    await writer.api.call(CreateVoteReply, 'POST', '/votes', {
      targetDate: LIVE,
      vote: 'up',
      content,
    })
    expect(await titles('caller', 'leavingword')).toHaveLength(2)
    const act = { target: 'nickname', targetId: writer.id, reason: 'spam', message: '' }
    await people.admin.api.call(Done, 'POST', '/moderation/acts', {
      ...act,
      act: 'ban',
      hideContent: false,
    })
    for (const viewer of ['guest', 'caller', 'admin'] as const) {
      expect(await titles(viewer, 'leavingword')).toEqual([])
      expect(await titles(viewer, '사라질')).toEqual([])
      expect(await titles(viewer, 'leaver', '&kind=person')).toEqual([])
    }
    const gone = await newcomer(server, 'Goner')
    await gone.api.call(CreatePostReply, 'POST', '/posts/suggestions', { content })
    const { nickname } = claimsOf(gone.token)
    await server.services.account.delete(gone.id, nickname)
    expect(await titles('caller', 'leavingword')).toEqual([])
    const { database } = server.infrastructure
    expect(await database.query(DOCUMENTS, [gone.id])).toEqual([{ documents: 0 }])
  })

  test('pages go on where the last one ended, newest first', async () => {
    const writer = await newcomer(server, 'Prolific')
    for (let number = 1; number <= 45; number++) {
      await writer.api.call(CreatePostReply, 'POST', '/posts/suggestions', {
        content: `<p>pageword ${number}</p>`,
      })
      server.clock.advance(number % 3)
    }
    const found: string[] = []
    let next: string | null = ''
    for (const length of [20, 20, 5]) {
      const more: string = next === '' ? '' : `&before=${next}`
      const page: SearchReply = await find(server.api, 'pageword', more)
      expect(page.items).toHaveLength(length)
      found.push(...page.items.map(seen))
      next = page.next
    }
    expect(next).toBeNull()
    expect(found).toEqual(Array.from({ length: 45 }, (_, index) => `pageword ${45 - index}+`))
    const { uniqueCode } = claimsOf(writer.token)
    expect((await find(server.api, 'pageword', `&author=${uniqueCode}`)).items).toHaveLength(20)
    expect((await find(server.api, 'pageword', '&author=ZZZZZZ')).items).toEqual([])
  })

  test('signs of LIKE are themselves', async () => {
    await people.member.api.call(CreatePostReply, 'POST', '/posts/suggestions', {
      content: '<p>likeword 100% a_b c\\d</p>',
    })
    for (const q of ['likeword 100%', 'likeword a_b', 'likeword c\\d']) {
      expect(await titles('guest', q)).toHaveLength(1)
    }
    for (const q of ['likeword 1%', 'likeword a%b', "likeword 'x"]) {
      expect(await titles('guest', q)).toEqual([])
    }
  })

  test.each([
    ['/search?q=a', '422 INVALID'],
    // One character of two UTF-16 units.
    ['/search?q=%F0%A0%AE%B7', '422 SEARCH_TOO_SHORT'],
    ['/search?q=%EA%B0%80%20%EB%82%98', '422 SEARCH_TOO_SHORT'],
    [`/search?q=${'a'.repeat(65)}`, '422 INVALID'],
    ['/search?q=words&kind=vote', '422 INVALID'],
    ['/search?q=words&before=xyz', '422 INVALID'],
  ])('refuses %s', async (path, refusal) => {
    expect(await server.api.refusal('GET', path)).toBe(refusal)
  })

  test('nothing stores a reply', async () => {
    const { headers } = await server.api.raw('GET', '/search?q=words')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  // The embedded database has one connection.
  test.skipIf(testServerUrl === null)('a search that the database holds up ends', async () => {
    await server.infrastructure.database.transaction(async (sql) => {
      await sql.script('LOCK TABLE search_document')
      await expect(titles('guest', 'boss')).rejects.toThrow('SEARCH_TIMEOUT')
    })
    expect(await titles('guest', 'boss', '&kind=person')).toEqual(['Boss'])
  })

  test('texts that were written without the search are added', async () => {
    const { database } = server.infrastructure
    await database.script(
      'DELETE FROM search_document; DELETE FROM app_metadata WHERE key = $$search_tokens$$',
    )
    expect(await titles('author', 'oldsecret')).toEqual([])
    await server.services.searchFiller.run()
    expect(await titles('author', 'oldsecret')).toEqual([OLD])
    expect(await titles('guest', '고래', '&kind=post')).toEqual([])
    expect(await titles('guest', 'boss', '&kind=person')).toEqual(['Boss'])
  })

  test('texts that an instance of the former version wrote or edited are made searchable', async () => {
    const { database } = server.infrastructure
    await database.script(
      `UPDATE search_document SET public_tokens = NULL, reader_tokens = NULL;
      INSERT INTO search_document (kind, id, user_id, created, title, body, title_tokens, body_tokens)
        SELECT kind, id, user_id, created, title, body, 'ol', 'ol' FROM search_document
        ON CONFLICT (kind, id) DO UPDATE SET title_tokens = excluded.title_tokens,
          body_tokens = excluded.body_tokens;
      DELETE FROM app_metadata WHERE key = 'search_tokens'`,
    )
    expect(await titles('guest', 'boss', '&kind=person')).toEqual([])
    await server.services.searchFiller.run()
    expect(await titles('guest', 'boss', '&kind=person')).toEqual(['Boss'])
    expect(await titles('author', 'oldsecret')).toEqual([OLD])
    expect(await database.query(FORMER)).toEqual([{ rows: 0 }])
  })
})
