import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { DEBIAN_PYTHON } from '#build/setup/other-engines.mjs'
import { type Caller, idTokenOf } from '#tests/access/callers.ts'
import type { RowWorld } from '#tests/access/row.ts'
import { ROWS } from '#tests/access/rows.ts'
import { openWorld } from '#tests/access/world.ts'

const CALLER: Caller = 'author'
/** Headers that clients read. */
const EXPOSED = ['etag', 'ratelimit-limit', 'ratelimit-remaining', 'x-price-source', 'x-request-id']
/** Calls that need a pause after the last one of the same person. */
const PAUSED = /^POST .*\/replies$/
const PAUSE_MS = 10_000
const MINUTES = 180_000

interface Replies {
  origin: string
  replies: { status: number; error?: string; shown: string[] }[]
}

let world: RowWorld
beforeAll(async () => {
  // The origins that production allows by default.
  const opened = await openWorld()
  const idTokens = [await idTokenOf(opened.server, CALLER)]
  const { refreshToken } = await opened.server.person('Refresher')
  world = { ...opened, idTokens, refreshToken }
})
afterAll(() => world.server.stop())

async function sendFromApp(calls: object[]): Promise<Replies> {
  const script = join(import.meta.dirname, 'app_origin.py')
  const child = Bun.spawn([DEBIAN_PYTHON, script], {
    env: {
      ...process.env,
      QT_QPA_PLATFORM: 'offscreen',
      QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-gpu --disable-background-networking',
    },
    stdin: new Blob([JSON.stringify(calls)]),
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`QtWebEngine ended with ${code}: ${errors}`)
  return JSON.parse(out)
}

test(
  'every call of the contract works from app://tidemark in Chromium',
  async () => {
    const calls = ROWS.map((row) => {
      const [method = ''] = row.call.split(' ')
      return {
        method,
        url: `${world.server.url}/api/v1${row.path(world)}`,
        token: world.author.token,
        body: row.body ? JSON.stringify(row.body(world, CALLER)) : null,
        exposed: EXPOSED,
      }
    })
    const pauses = ROWS.flatMap(({ call }, index) => (PAUSED.test(call) ? [index] : []))
    const replies: Replies['replies'] = []
    for (const [index, start] of [0, ...pauses].entries()) {
      const sent = await sendFromApp(calls.slice(start, pauses[index]))
      expect(sent.origin).toBe('app://tidemark')
      replies.push(...sent.replies)
      world.server.clock.advance(PAUSE_MS)
    }
    const found = ROWS.map(({ call }, index) => `${call}: ${replies[index]?.status}`)
    const wanted = ROWS.map(({ call, expected }) => `${call}: ${expected[CALLER].slice(0, 3)}`)
    expect(found).toEqual(wanted)
    expect(calls.map(({ method }) => method)).toContain('DELETE')
    expect(new Set(replies.flatMap(({ shown }) => shown))).toEqual(new Set(EXPOSED))
  },
  MINUTES,
)
