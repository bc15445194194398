import { beforeEach, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ErrorReportsBody } from '#shared/contract/error-reports.ts'
import { ApiFailure } from './api-failure.ts'
import { createErrorReporter } from './report-error.ts'

let site: () => Response
let requests: { url: string; body: string }[]
beforeEach(() => {
  site = () => Response.json({ clientErrors: true })
  requests = []
})

function reporter(scriptOrigin: string | null = 'app://tidemark') {
  const report = createErrorReporter({
    async fetch(url, init) {
      requests.push({ url, body: String(init?.body ?? '') })
      return url.endsWith('/site') ? site() : Response.json({ success: true })
    },
    apiOrigin: 'https://tidemark.example',
    platform: 'desktop',
    version: '1.2.3',
    locale: () => 'ko-KR',
    scriptOrigin,
  })
  return (error: Error) => report({ kind: 'error', error, route: '/vote/view/:id' })
}
const errorAt = (message: string, ...frames: string[]) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${frames.join('\n')}` })
const sent = () =>
  requests
    .filter(({ url }) => url === 'https://tidemark.example/api/v1/error-reports')
    .map(({ body }) => {
      const parsed: unknown = JSON.parse(body)
      if (!Value.Check(ErrorReportsBody, parsed)) throw new Error(`No report: ${body}`)
      return parsed.reports[0]
    })

test('sends an error once, scrubbed, after the server said that it wants it', async () => {
  const report = reporter()
  const error = errorAt('no mina@example.com', 'at a (app://tidemark/vote/view/7?x=1:2:3)')
  await report(error)
  await report(error)
  expect(requests[0]?.url).toBe('https://tidemark.example/api/v1/site')
  expect(sent()).toEqual([
    {
      kind: 'error',
      name: 'TypeError',
      message: 'no [e-mail]',
      stack: 'at a (app://tidemark/vote/view/:id:2:3)',
      route: '/vote/view/:id',
      platform: 'desktop',
      version: '1.2.3',
      locale: 'ko-KR',
    },
  ])
})

test.each([
  ['is switched off', () => Response.json({ clientErrors: false })],
  ['is of an earlier version', () => Response.json({ donation: {} })],
  ['is a proxy', () => new Response('<html>')],
])('sends nothing to a server that %s', async (_, reply) => {
  site = reply
  await reporter()(new Error('one'))
  expect(sent()).toEqual([])
})

test('asks once, and again only after no answer', async () => {
  const report = reporter()
  site = () => {
    throw new TypeError('Failed to fetch')
  }
  await report(new Error('one'))
  site = () => Response.json({ clientErrors: true })
  await report(new Error('two'))
  await report(new Error('three'))
  expect(sent().map((each) => each?.message)).toEqual(['two', 'three'])
  expect(requests.filter(({ url }) => url.endsWith('/site'))).toHaveLength(2)
})

test('sends five different errors at most', async () => {
  const report = reporter()
  for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await report(new Error(word))
  expect(sent()).toHaveLength(5)
})

test('ignores refusals, cancellations, and scripts of other origins', async () => {
  const report = reporter()
  await report(new ApiFailure(422, 'INVALID', 'no'))
  await report(new DOMException('The user aborted a request.', 'AbortError'))
  await report(errorAt('x', 'at a (chrome-extension://abcdef/content.js:1:2)'))
  await report(errorAt('y', 'at a (https://accounts.example/gsi.js:1:2)'))
  expect(requests).toEqual([])
  await report(errorAt('https://other.example/ failed', 'at a (app://tidemark/assets/a.js:1:2)'))
  await reporter(null)(errorAt('z', 'at a (file:///opt/app/out/main/index.js:1:2)'))
  expect(sent()).toHaveLength(2)
})

test('fits in a body that the server takes, in any script', async () => {
  const frames = Array.from({ length: 300 }, () => 'at 파도가밀려온다 (app://tidemark/a.js:1:2)')
  await reporter()(errorAt('파'.repeat(600), ...frames))
  expect(sent()).toHaveLength(1)
  expect(Buffer.byteLength(requests[1]?.body ?? '')).toBeLessThan(8_192)
})
