import { expect, test } from 'playwright/test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { PAYLOADS } from '#shared/html/payloads.fixture.ts'
import { REPLY_PAGE } from '#shared/rules/reply.ts'
import { isNightly } from '#tests/security/support/size.ts'
import { untilQuiet } from '#tests/support/quiet-network.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { repliesOf } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

/** Payloads per page; one in the nightly run, because a payload can swallow those after it. */
const TOGETHER = isNightly ? 1 : 40
/** PostgreSQL accepts no NUL in text. */
const payloads = PAYLOADS.filter((payload) => !payload.includes('\0'))

let server: TestServer

const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

/** Inserts a post past the API's sanitizer. */
async function smuggle(userId: number, content: string): Promise<number> {
  const [row] = await server.infrastructure.database.query(
    statement(
      `INSERT INTO post (board, user_id, title, content, created)
     VALUES ('suggestions', $1, 'Smuggled', $2, $3) RETURNING id`,
      { id: column.int },
    ),
    [userId, content, new Date(server.clock.now())],
  )
  return row?.id ?? 0
}

/** Inserts replies past the rules of the API. */
async function insertReplies(userId: number, post: number, texts: readonly string[]) {
  const insert = statement(
    'INSERT INTO reply (post_id, user_id, content, created) VALUES ($1, $2, $3, $4)',
  )
  const now = new Date(server.clock.now())
  for (const text of texts) {
    await server.infrastructure.database.query(insert, [post, userId, text, now])
  }
}

/** Reports of inline handlers, styles and bases that the page's sanitizer parses in order to drop them. */
const READ_ONLY = /^policy violated: (?:(?:script-src-attr|style-src-elem) inline|base-uri \S+)\s*$/

test('hostile markup never runs, whether the API sanitized it or not', async () => {
  test.setTimeout(300_000 + payloads.length * 6_000)
  const { id: author, api } = await server.person('Smuggler')
  const { page, pageErrors } = await site.open()
  const ran: string[] = []
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message())
    await dialog.dismiss()
  })
  let pages = 0
  /** The CSP violations on the page. */
  const look = async (id: number, words: string) => {
    // The content is sanitized after the page has taken over, and again when it was fetched.
    await untilQuiet(page, () => visit(page, `${site.url}/boards/suggestions/view/${id}`))
    await page.getByRole('paragraph').filter({ hasText: words }).first().waitFor()
    // Handlers run when the pictures load or fail, so wait for them.
    await page.evaluate(() =>
      Promise.allSettled([...document.images].map((image) => image.decode())),
    )
    pages += 1
    return pageErrors.splice(0).filter((line) => line.startsWith('policy violated'))
  }
  for (let first = 0; first < payloads.length; first += TOGETHER) {
    const some = payloads.slice(first, first + TOGETHER)
    const words = `Payload ${first}`
    // Formatted: a plain first line would be the title only.
    const content = `<p><b>${words}</b></p>${some.map((each) => `<div>${each}</div>`).join('')}`
    const { id } = await api.call(CreatePostReply, 'POST', '/posts/suggestions', { content })
    expect([words, await look(id, words), ran]).toEqual([words, [], []])
    const smuggled = await look(await smuggle(author, content), words)
    const blocked = smuggled.filter((line) => !READ_ONLY.test(line))
    expect([words, blocked, ran]).toEqual([words, [], []])
    expect(await page.locator('base').count()).toBe(0)
  }
  process.stdout.write(`hostile markup in the browser: ${payloads.length} on ${pages} pages\n`)
})

test('hostile markup in replies is the text that it is', async () => {
  const { id: author, api } = await server.person('Replier')
  const content = '<p>Answered</p>'
  const { id } = await api.call(CreatePostReply, 'POST', '/posts/suggestions', { content })
  // All of them on the first page of a thread.
  const size = Math.ceil(payloads.length / REPLY_PAGE)
  const texts = Array.from({ length: REPLY_PAGE }, (_, index) =>
    payloads.slice(index * size, (index + 1) * size).join('\n'),
  )
  await insertReplies(author, id, texts)
  const { page, pageErrors } = await site.open()
  const ran: string[] = []
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message())
    await dialog.dismiss()
  })
  await untilQuiet(page, () => visit(page, `${site.url}/boards/suggestions/view/${id}`))
  const shown = repliesOf(page).locator('p[dir=auto]')
  await expect(shown).toHaveCount(REPLY_PAGE)
  expect(await shown.evaluateAll((each) => each.map(({ textContent }) => textContent))).toEqual(
    texts,
  )
  const elements = await shown.evaluateAll((each) =>
    each.flatMap((one) => [...one.querySelectorAll('*')].map(({ outerHTML }) => outerHTML)),
  )
  expect(elements.filter((html) => !/^<(?:a href="https?:|br)/.test(html))).toEqual([])
  expect([ran, pageErrors.filter((line) => line.startsWith('policy violated'))]).toEqual([[], []])
})
