import { expect, test } from 'bun:test'
import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import type { FromThread, ToThread } from '#api/infrastructure/worker-thread.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import {
  createPageRendering,
  type FetchedReply,
  type Page,
  type PageJob,
  type PageTask,
} from './page-thread.ts'
import { PagesBusyError } from './render-limit.ts'

type FromPageThread = FromThread<Page, string>

function setUp() {
  const clock = testClock(0)
  const sent: ToThread<PageJob, FetchedReply>[] = []
  let threads = 0
  let receive: (message: FromPageThread) => void = () => {}
  let crash: (error: Error) => void = () => {}
  const rendering = createPageRendering({
    clock,
    folder: '/out/pages',
    startThread: (onMessage, onFailure) => {
      threads += 1
      receive = onMessage
      crash = onFailure
      return { send: (message) => sent.push(message), stop: () => {} }
    },
  })
  const fetchApi = async (path: string) => Response.json({ path })
  return {
    ...{ clock, sent, threads: () => threads },
    render: (path: string, api = fetchApi) => rendering.render(taskOf(path), api),
    started: () => sent.flatMap((one) => ('task' in one ? [one.task.path] : [])),
    stop: rendering.stop,
    receive: (message: FromPageThread) => receive(message),
    crash: (error: Error) => crash(error),
    done: (id: number) => receive({ id, result: prepareText(`${id}`) }),
  }
}

const taskOf = (path: string): PageTask => ({
  ...{ name: 'home', template: '', locale: 'en-US', now: 0, publicUrl: 'http://a.example' },
  ...{ path, lang: null, adSlots: [] },
})

test('two pages render at a time, in the order of their requests', async () => {
  const { render, started, done } = setUp()
  const pages = ['/1', '/2', '/3', '/4'].map((path) => render(path))
  expect(started()).toEqual(['/1', '/2'])
  done(2)
  expect(started()).toEqual(['/1', '/2', '/3'])
  for (const id of [1, 3, 4]) done(id)
  const texts = (await Promise.all(pages)).map((page) => new TextDecoder().decode(page?.body))
  expect(texts).toEqual(['1', '2', '3', '4'])
})

test('a page gets its replies of the API, and a failure as 500', async () => {
  const { render, receive, sent } = setUp()
  render('/')
  render('/vote', () => Promise.reject(new Error('closed')))
  receive({ id: 1, questionId: 7, question: '/api/v1/site' })
  receive({ id: 2, questionId: 8, question: '/api/v1/site' })
  const replies = () => sent.flatMap((one) => ('answer' in one ? [one] : []))
  await eventually(() => replies().length === 2)
  expect(replies()).toContainEqual({
    id: 1,
    questionId: 7,
    answer: {
      status: 200,
      type: expect.stringContaining('application/json'),
      body: '{"path":"/api/v1/site"}',
    },
  })
  expect(replies().find(({ id }) => id === 2)?.answer.status).toBe(500)
})

test('pages that would wait too long are refused at once, however many are requested', async () => {
  const { render, started, done } = setUp()
  const pages = Array.from({ length: 10_000 }, (_, page) => render(`/rounds?page=${page}`))
  const settled = Promise.allSettled(pages)
  for (let id = 1; id <= 34; id++) done(id)
  const refused = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(started().length).toBe(34)
  expect(refused.length).toBe(10_000 - 34)
  expect(refused.every((error) => error instanceof PagesBusyError)).toBe(true)
})

test('a page that is missing or broken ends its own request only', async () => {
  const { render, receive } = setUp()
  const [missing, broken] = [render('/u/aaaaaa'), render('/')]
  receive({ id: 1, result: null })
  receive({ id: 2, error: 'broken' })
  expect(await missing).toBeNull()
  await expect(broken).rejects.toThrow('broken')
})

test('a thread that crashes or hangs is replaced, and waiting pages render in the next', async () => {
  const { render, crash, clock, threads, started, done } = setUp()
  const [first, second, third] = [render('/1'), render('/2'), render('/3')]
  crash(new Error('out of memory'))
  const ended = await Promise.allSettled([first, second])
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect(started()).toEqual(['/1', '/2', '/3'])
  const fourth = render('/4')
  done(3)
  expect(await third).not.toBeNull()
  clock.advance(10_000)
  await expect(fourth).rejects.toThrow('page home hangs')
  const fifth = render('/5')
  done(5)
  expect(await fifth).not.toBeNull()
  expect(threads()).toBe(3)
})

test('a thread that is still loading gets a minute, and its readers the plain page after ten seconds', async () => {
  const { render, clock, threads, done } = setUp()
  const early = ['/1', '/2', '/3'].map((path) => render(path))
  const settled = Promise.allSettled(early)
  clock.advance(10_000)
  const reasons = (await settled).map((one) => one.status === 'rejected' && one.reason)
  expect(reasons.every((reason) => reason instanceof PagesBusyError)).toBe(true)
  clock.advance(45_000)
  for (const id of [1, 2]) done(id)
  const page = render('/4')
  done(4)
  expect(await page).not.toBeNull()
  clock.advance(60_000)
  expect(threads()).toBe(1)
})

test('a thread that never answers is replaced after a minute', async () => {
  const { render, clock, threads, done } = setUp()
  const first = render('/1')
  clock.advance(10_000)
  await expect(first).rejects.toThrow(PagesBusyError)
  clock.advance(50_000)
  const second = render('/2')
  done(2)
  expect(await second).not.toBeNull()
  expect(threads()).toBe(2)
})

test('stop rejects the pages that render and wait', async () => {
  const { render, stop, threads } = setUp()
  const settled = Promise.allSettled(['/1', '/2', '/3'].map((path) => render(path)))
  stop()
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  expect(threads()).toBe(1)
})
