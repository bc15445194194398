import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { FORM_PATHS } from '#api/modules/auth/oidc/routes.ts'
import { API_PREFIX, IdInput } from '#shared/contract/common.ts'
import { CreateVoteBody } from '#shared/contract/votes.ts'
import { withoutReferences } from '#tests/fuzz/operations.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** The calls of the public contract. */
const CONTRACT = [
  'POST /auth/google',
  'POST /auth/refresh-token',
  'GET /candles',
  'GET /vote/summary',
  'POST /profile/update-nickname',
  'GET /users/rankers',
  'GET /posts/recent',
  'GET /posts/votesUpcomingNextBests',
  'GET /votes',
  'GET /votes/{id}',
  'GET /votes/{id}/item',
  'POST /votes',
  'PUT /votes/{id}',
  'POST /votes/{id}/reaction',
  'GET /posts/{boardType}',
  'GET /posts/{boardType}/{id}',
  'POST /posts/{boardType}',
  'PUT /posts/{boardType}/{id}',
  'POST /posts/{boardType}/{id}/reaction',
]

const ADDED = [
  'GET /votes/{id}/replies',
  'POST /votes/{id}/replies',
  'GET /posts/{boardType}/{id}/replies',
  'POST /posts/{boardType}/{id}/replies',
  'PUT /replies/{id}',
  'DELETE /replies/{id}',
  'POST /replies/{id}/reaction',
  'GET /search',
  'GET /notifications',
  'GET /notifications/unseen',
  'POST /notifications/seen',
  'GET /notifications/settings',
  'PUT /notifications/settings',
  'POST /notifications/test',
  'POST /notifications/devices',
  'DELETE /notifications/devices/{id}',
  'GET /blocks',
  'PUT /threads/{target}/{id}/follow',
  'GET /users/suggest',
  'PUT /blocks/{code}',
  'DELETE /blocks/{code}',
  'GET /alerts/levels',
  'POST /alerts/levels',
  'PUT /alerts/levels/{id}',
  'DELETE /alerts/levels/{id}',
  'GET /account/sessions',
  'DELETE /account/sessions/{id}',
  'POST /account/sessions/end-others',
  'POST /account/sessions/end-all',
  'GET /account/identities',
  'POST /account/identities/start',
  'POST /account/identities/code',
  'POST /account/identities/token',
  'POST /account/reauthentication/start',
  'POST /account/reauthentication/code',
  'POST /account/reauthentication/token',
  'DELETE /account/identities/{id}',
  'GET /account/export',
  'DELETE /account',
  'POST /reports',
  'GET /modlog',
  'GET /moderation/cases',
  'GET /moderation/cases/{id}',
  'POST /moderation/acts',
  'GET /moderation/appeals',
  'POST /moderation/appeals/{id}',
  'GET /admin/overview',
  'GET /status',
  'GET /profile/moderation',
  'POST /profile/moderation/{id}/appeal',
  'GET /auth/config',
  'GET /auth/oidc/{provider}/start',
  'GET /auth/oidc/{provider}/callback',
  'POST /auth/oidc/{provider}/callback',
  'POST /auth/oidc/exchange',
  'GET /auth/oidc/{provider}/unlinked',
  'POST /auth/oidc/{provider}/unlinked',
  'GET /site',
  'POST /auth/logout',
  'GET /profile',
  'GET /profile/votes',
  'GET /profile/week',
  'GET /profile/week/picture',
  'GET /users/{code}',
  'GET /users/{code}/votes',
  'GET /ranking',
  'GET /ranking/me',
  'GET /rounds',
  'GET /rounds/own',
  'GET /rounds/{targetDate}',
  'GET /offers/calibration',
  'GET /votes/{id}/proof',
  'GET /stream',
  'POST /events',
  'POST /error-reports',
]

describe('the OpenAPI document', () => {
  let server: TestServer
  let served = ''

  beforeAll(async () => {
    server = await startTestServer()
    served = await (await fetch(`${server.url}/openapi/json`)).text()
  })
  afterAll(() => server.stop())

  test('has the hash of the tree: a changed contract is on purpose (bun build/write-openapi.ts)', async () => {
    const known = await Bun.file(new URL('../../docs/openapi.sha256', import.meta.url)).text()
    const hash = createHash('sha256').update(served).digest('hex')
    expect(known).toBe(`${hash}  out/openapi.json\n`)
  })

  test('names the media types of forms, pictures and tables', () => {
    const { paths } = withoutReferences(served)
    const typesOf = (of: object | undefined) =>
      of !== undefined && 'content' in of ? Object.keys(Object(of.content)) : []
    for (const path of FORM_PATHS) {
      const operation = paths[API_PREFIX + path.replace(/:(\w+)/g, '{$1}')]?.post
      expect(typesOf(operation?.requestBody)).toEqual(['application/x-www-form-urlencoded'])
    }
    const replyOf = (path: string) => typesOf(paths[API_PREFIX + path]?.get?.responses['200'])
    expect(replyOf('/profile/week/picture')).toEqual(['image/png'])
    expect(replyOf('/account/export')).toEqual(['application/json', 'text/csv'])
  })

  test('does not depend on earlier requests', async () => {
    const person = await server.person('Mina')
    await person.api.raw('GET', '/profile')
    await person.api.raw('POST', '/posts/frees', { body: { content: '<p>x</p>' } })
    await person.api.raw('GET', '/posts/frees/1')
    await person.api.raw('GET', '/vote/summary')
    const again = await startTestServer()
    const text = await (await fetch(`${again.url}/openapi/json`)).text()
    await again.stop()
    expect(text === served).toBe(true)
  })

  test('leaves the schemas that check requests alone', () => {
    expect(JSON.stringify([IdInput, CreateVoteBody])).not.toContain('$id')
  })

  test('lists exactly the calls of v1', () => {
    const { paths }: { paths: Record<string, object> } = JSON.parse(served)
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      ),
    )
    expect(calls.sort()).toEqual([...CONTRACT, ...ADDED].sort())
  })

  test('has a schema for every body', () => {
    const { paths } = withoutReferences(served)
    for (const path of CONTRACT.filter((call) => /^(POST|PUT)/.test(call))) {
      const [method = '', name = ''] = path.split(' ')
      const operation = paths[`/api/v1${name}`]?.[method.toLowerCase()]
      expect(operation?.requestBody?.content?.['application/json']?.schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
      })
    }
  })
})
