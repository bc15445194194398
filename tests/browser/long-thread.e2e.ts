import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { VoteDetail } from '#shared/contract/votes.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { composerOf, createPeople, repliesOf, replyWith, threadOf } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

const TARGET = '2026-11-26T00:00:00.000Z'
const REPLIES = 5_000
const PHONE = { width: 375, height: 812 }

/** Texts of many lines, some of one long word. */
const FILL = statement(
  `INSERT INTO reply (vote_id, user_id, content, created)
  SELECT $1, $2, 'Number ' || n || '.' || CASE WHEN n % 9 = 0 THEN repeat('x', 300) ELSE
    repeat(' The range low held twice.', n % 8) END, $3::timestamptz + interval '1 second' * n
  FROM generate_series(1, $4) n`,
)

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([['2026-11-19T00:00:00Z', 100_000]])
  return { server }
})
const { cast } = createPeople(() => server)

/** A note with replies in bulk; returns its id and that of its first reply. */
async function noteWith(author: string, replies: number): Promise<{ id: number; first: number }> {
  const { id } = await cast(author, TARGET, 'up', `<p>Note of ${author}</p>`)
  const writer = `${author} writes`
  await cast(writer, TARGET, 'down')
  const person = await server.person(writer)
  const since = new Date(server.clock.now() - 86_400_000)
  await server.infrastructure.database.query(FILL, [id, person.id, since, replies])
  const reply = await server.infrastructure.database.prisma.reply.findFirst({
    where: { voteId: id },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  return { id, first: Number(reply?.id ?? 0) }
}

/** Opens a note as somebody whose direction is fixed. */
async function read(name: string, id: number, query = ''): Promise<Page> {
  const { api } = await server.person(name)
  await cast(name, TARGET, 'down')
  await api.call(VoteDetail, 'GET', `/votes/${id}`)
  const path = `/vote/view/${id}${query}`
  return (await site.open({ user: name, path, viewport: PHONE })).page
}

const expectNoOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

const nodesOf = (page: Page) => page.locator('*').count()

test('a thread of 5,000 replies on a phone: the first page, a link to the middle, and the end by keys', async () => {
  const { id, first } = await noteWith('Mina', REPLIES)
  const page = await read('Ann', id)
  const thread = threadOf(page)
  await expect(repliesOf(page)).toHaveCount(20)
  await expect(thread.getByRole('heading', { name: 'Replies 5,000' })).toBeVisible()
  await expectNoOverflow(page)
  const loaded = await nodesOf(page)
  const aRow = (await nodesOf(page)) - (await page.locator(':not(li[id^="reply-"] *)').count())

  await visit(page, `${site.url}/vote/view/${id}?reply=${first + 2_499}`)
  const middle = replyWith(page, 'Number 2500.')
  await expect(middle).toHaveAttribute('aria-current', 'true')
  await expect(middle).toBeInViewport()
  await thread.getByRole('button', { name: 'Earlier replies' }).click()
  await replyWith(page, 'Number 2480.').waitFor()
  await thread.getByRole('button', { name: 'Load more' }).click()
  await replyWith(page, 'Number 2521.').waitFor()
  await expect(repliesOf(page)).toHaveCount(60)
  // Sixty rows instead of twenty, and nothing of the others.
  expect(await nodesOf(page)).toBeLessThan(loaded + 2.5 * aRow)
  await expectNoOverflow(page)

  await thread.getByRole('button', { name: 'Load more' }).focus()
  await page.keyboard.press('Tab')
  await expect(thread.getByRole('button', { name: 'To the newest' })).toBeFocused()
  await page.keyboard.press('Enter')
  const newest = replyWith(page, 'Number 5000.')
  await expect(newest).toBeFocused()
  await expect(newest).toBeInViewport()
  await expect(repliesOf(page)).toHaveCount(20)
  await expect(repliesOf(page).first()).toContainText('Number 4981.')
  await expect(thread.getByRole('button', { name: 'To the newest' })).toHaveCount(0)
  await expect(thread.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('')
  await thread.getByRole('button', { name: 'Earlier replies' }).click()
  await replyWith(page, 'Number 4961.').waitFor()
  await expectNoOverflow(page)

  await page.goBack()
  await expect(middle).toHaveAttribute('aria-current', 'true')
})

test('a new reply joins the newest page, and a filter keeps its own end', async () => {
  const { id } = await noteWith('Olga', 45)
  const page = await read('Bob', id, '?replies=other')
  await threadOf(page).getByRole('button', { name: 'To the newest' }).click()
  await expect(replyWith(page, 'Number 45.')).toBeFocused()
  await expect(repliesOf(page)).toHaveCount(20)
  expect(new URL(page.url()).search).toBe('?replies=other')
  await cast('Late', TARGET, 'down')
  const { write } = createPeople(() => server)
  await write('Late', `/votes/${id}`, 'The newest of all')
  await replyWith(page, 'The newest of all').waitFor()
  await expect(repliesOf(page).first()).toContainText('Number 26.')
})

/** Time of the page for the keystrokes of a text, ms of its processor. */
async function typingTime(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  await composerOf(page).focus()
  // The first keys load what suggests people.
  await page.keyboard.type('Warm-up. ')
  const before = await spent()
  await page.keyboard.type('The range low held twice, and funding is flat again. ')
  return (await spent()) - before
}

test('typing costs no more below a thread of 5,000 replies than below one of 20', async () => {
  const [long, short] = [await noteWith('Pia', REPLIES), await noteWith('Rosa', 20)]
  const page = await read('Cem', short.id)
  await expect(repliesOf(page)).toHaveCount(20)
  const few = await typingTime(page)
  await visit(page, `${site.url}/vote/view/${long.id}`)
  for (let pages = 1; pages < 5; pages++) {
    await expect(repliesOf(page)).toHaveCount(20 * pages)
    await threadOf(page).getByRole('button', { name: 'Load more' }).click()
  }
  await expect(repliesOf(page)).toHaveCount(100)
  const many = await typingTime(page)
  // Both by the processor time of this page; a list that renders with each key costs a multiple.
  expect(many).toBeLessThan(4 * few + 500)
})
