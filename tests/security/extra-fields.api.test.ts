import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import { json, send } from '#tests/access/send.ts'
import { openWorld, snapshot, type World } from '#tests/access/world.ts'
import { timeoutFor } from './support/size.ts'
import { writesOf } from './support/writes.ts'

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Names that older servers and other products use for such fields. */
const FOLKLORE = ['uid', 'role', 'roles', 'admin', 'isadmin', 'author', 'authorId', 'editableUntil']

describe('fields outside the contract', () => {
  let world: World
  let api = ''
  let names: string[]

  beforeAll(async () => {
    world = await openWorld()
    api = `${world.server.url}/api/v1`
    // Read from the database, so that columns added later are covered.
    const columns = await world.server.infrastructure.database.query(
      statement(
        `SELECT DISTINCT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() ORDER BY 1`,
        { name: column.text },
      ),
    )
    const found = columns.flatMap(({ name }) => [name, camel(name)])
    names = [...new Set([...found, ...FOLKLORE])]
  })
  afterAll(() => world.server.stop())

  const VALUES: Record<string, unknown> = { created: '2020-01-01T00:00:00.000Z', result: 'HIT' }

  test(
    'rejects or ignores every table column, in both spellings, in the body of every call',
    async () => {
      expect(names.length).toBeGreaterThan(60)
      expect(names).toContain('isAdmin')
      const before = await snapshot(world.server)
      for (const { method, path, body } of writesOf(world)) {
        for (const name of names.filter((name) => !(name in body))) {
          // Priority is a field of posts; its permission is tested below.
          if (name === 'priority' && path.startsWith('/posts/')) continue
          if (name === 'content' && path.startsWith('/votes')) continue
          if (path === '/auth/logout' && name === 'refreshToken') continue
          const sent = { ...body, [name]: VALUES[name] ?? 1 }
          const { answer } = await send(api + path, json(method, world.admin.token, sent))
          expect([path, name, answer]).toEqual([path, name, `422 INVALID ${name}`])
        }
      }
      expect(await snapshot(world.server)).toEqual(before)
    },
    timeoutFor(2000),
  )

  test('rejects such fields nested inside accepted fields', async () => {
    const all = Object.fromEntries(names.map((name) => [name, 1]))
    const nested = [
      ['/events', { events: [{ ...all, name: 'login' }] }],
      ['/error-reports', { reports: [{ ...all, ...REPORT }] }],
      ['/posts/frees', { content: { ...all, content: 'x' } }],
      ['/votes', { targetDate: world.targetDate, vote: { ...all, vote: 'up' } }],
      ['/posts/frees', [{ content: 'x', ...all }]],
    ] as const
    const before = await snapshot(world.server)
    for (const [path, body] of nested) {
      const { answer } = await send(api + path, json('POST', world.author.token, body))
      expect([path, answer]).toEqual([path, expect.stringContaining('422')])
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('ignores such fields in the query and the headers', async () => {
    const { author, server } = world
    // As many at once as a request may have headers.
    for (let from = 0; from < names.length; from += 50) {
      const some = names.slice(from, from + 50)
      const query = some.map((name) => `${name}=1`).join('&')
      const inHeaders = Object.fromEntries(
        some.map((name) => [`x-${name.replaceAll('_', '-').toLowerCase()}`, '1']),
      )
      const init = json('POST', author.token, { content: '<p>plain</p>' })
      const headers = { ...Object.fromEntries(new Headers(init.headers)), ...inHeaders }
      const { answer, text } = await send(`${api}/posts/frees?${query}`, { ...init, headers })
      expect(answer).toBe('200')
      const { id } = JSON.parse(text)
      const [row] = await server.infrastructure.database.query(
        statement('SELECT * FROM post WHERE id = $1'),
        [id],
      )
      expect(row).toMatchObject({
        user_id: author.id,
        board: 'frees',
        priority: 99,
        content: '<p>plain</p>',
      })
      expect(row).toMatchObject({ created: new Date(server.clock.now()) })
    }
    const people = await server.infrastructure.database.query(
      statement('SELECT id, is_admin FROM user_account WHERE is_admin > 0', {
        id: column.int,
        is_admin: column.int,
      }),
    )
    expect(people.map((person) => person.id)).toEqual([world.admin.id])
  })

  test('accepts a priority only from admins and only on notices', async () => {
    const before = await snapshot(world.server)
    const boards = {
      frees: world.freesId,
      suggestions: world.suggestionId,
      notices: world.noticeId,
    }
    for (const [board, id] of Object.entries(boards)) {
      for (const person of [world.author, world.other, world.notVoted, world.admin]) {
        if (person === world.admin && board === 'notices') continue
        for (const [method, path] of [
          ['POST', `/posts/${board}`],
          ['PUT', `/posts/${board}/${id}`],
        ] as const) {
          const body = { content: '<p>first of all</p>', priority: 0 }
          const { status } = await send(api + path, json(method, person.token, body))
          expect([path, [403, 422].includes(status)]).toEqual([path, true])
        }
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('leaves object prototypes unchanged by prototype keys', async () => {
    const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']
    const values = [
      '{"polluted":1,"is_admin":9}',
      '{"prototype":{"polluted":1}}',
      '[1]',
      '"x"',
      'null',
    ]
    const before = await snapshot(world.server)
    for (const { method, path, body } of writesOf(world)) {
      const start = JSON.stringify(body).slice(0, -1)
      for (const key of KEYS) {
        for (const value of values) {
          const text = `${start},${JSON.stringify(key)}:${value}}`
          const { answer } = await send(api + path, json(method, world.admin.token, text))
          expect([path, key, value, answer.slice(0, 3)]).toEqual([path, key, value, '422'])
        }
      }
    }
    const QUERIES = KEYS.flatMap((key) => [
      `${key}=1`,
      `${key}[polluted]=1`,
      `${key}.polluted=1`,
      `a[${key}]=1`,
    ])
    for (const query of [
      ...QUERIES,
      'constructor[prototype][polluted]=1',
      '__proto__%5bpolluted%5d=1',
    ]) {
      for (const path of ['/votes', '/posts/frees', '/candles', '/users/rankers']) {
        const { answer } = await send(`${api}${path}?${query}`)
        expect([path, query, answer.slice(0, 3)]).toEqual([path, query, '422'])
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
    for (const object of [{}, [], () => {}, '', 1]) {
      expect(Reflect.get(Object(object), 'polluted')).toBeUndefined()
      expect(Reflect.get(Object(object), 'is_admin')).toBeUndefined()
    }
  })
})
