import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { json, send } from '#tests/access/send.ts'
import { openWorld, post, vote, type World } from '#tests/access/world.ts'
import { HOSTILE_BODIES, REOPENED } from '#tests/load/hostile-bodies.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'

/**
 * CPU of the thread between a request of /livez and its reply, in times that of sanitizing an ordinary long
 * note (0.08 ms here). Client, server and database share the thread, so this is far above the server alone: 300
 * to 1,200, and 3,000 or more without the limits on elements.
 */
const LIVEZ_NOTES = 2000
const LONG_NOTE = `<p>${'Bitcoin rises, says everybody. '.repeat(33)}</p>`.repeat(20)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.server.stop())

/** The longest that a reply of /livez waits for other work of the serving thread, while `work` lasts. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isOver = false
  work.finally(() => {
    isOver = true
  })
  let longest = 0
  while (!isOver) {
    const begin = threadCpu()
    expect((await send(`${world.server.url}/livez`)).status).toBe(200)
    longest = Math.max(longest, threadCpu() - begin)
  }
  return longest
}

/** CPU of sanitizing a long note on this machine (ms): the least of measurements of some 40 ms each. */
function cpuOfNote(): number {
  const rounds = 500
  const measure = () => {
    const begin = threadCpu()
    for (let round = 0; round < rounds; round++) sanitize(LONG_NOTE)
    return (threadCpu() - begin) / rounds
  }
  return Math.min(measure(), measure(), measure())
}

test.each([
  ['reopened formatting', REOPENED],
  ['nested <b>', HOSTILE_BODIES['nested <b>, 27 kB'] ?? ''],
])('33 writes of %s at once do not hold the server', async (_, content) => {
  const { server, targetDate } = world
  const person = await newcomer(server, 'Costly')
  await vote(person, 'x')
  const id = await post(person, 'frees')
  const call = (method: string, path: string, body: object) =>
    send(`${server.url}/api/v1${path}`, json(method, person.token, body))
  const write = () =>
    Promise.all([
      ...Array.from({ length: 19 }, () => call('PUT', `/posts/frees/${id}`, { content })),
      ...Array.from({ length: 4 }, () => call('POST', '/posts/frees', { content })),
      ...Array.from({ length: 10 }, () =>
        call('POST', '/votes', { targetDate, vote: 'up', content }),
      ),
    ])
  // The first times compile the code; the least of the waits has none of it.
  let wait = Infinity
  for (let time = 0; time < 8; time++) {
    const writes = write()
    wait = Math.min(wait, await longestWait(writes))
    const answers = (await writes).map(({ answer }) => answer)
    expect(new Set(answers.slice(0, 23))).toEqual(new Set(['422 CONTENT_TOO_COMPLEX content']))
    expect(new Set(answers.slice(23))).toEqual(new Set(['409 ALREADY_VOTED']))
  }
  expect(wait / cpuOfNote()).toBeLessThan(LIVEZ_NOTES)
})
