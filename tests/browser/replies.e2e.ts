import { expect, test } from 'playwright/test'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import {
  composerOf,
  createPeople,
  repliesOf,
  replyWith,
  sendReply,
  threadOf,
} from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'
import { alerts, refuse } from './support/vote-page.ts'

const TARGET = '2026-11-26T00:00:00.000Z'
/** The browser logs the refusals of these tests; a clock an hour ahead also ends access tokens. */
const REFUSALS = / (401|403|409|422|429|503) /

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([
    ['2026-11-19T00:00:00Z', 100_000],
    ['2026-11-23T00:00:00Z', 100_000],
    ['2026-11-26T00:00:00Z', 106_000],
  ])
  return { server, expectedErrors: REFUSALS }
})
const { write, cast } = createPeople(() => server)

/** The note of an author below which a test writes. */
async function noteOf(author: string): Promise<number> {
  return (await cast(author, TARGET, 'up', `<p>Note of ${author}</p>`)).id
}

/** Opens a note as somebody who has called the round and read other notes in it. */
async function read(name: string, id: number, vote = 'down', query = '') {
  const { api } = await server.person(name)
  await cast(name, TARGET, vote)
  // Reading fixes the direction, so that no page asks.
  await api.call(VoteDetail, 'GET', `/votes/${id}`)
  return site.open({ user: name, path: `/vote/view/${id}${query}` })
}

test('a reply is written, quoted, edited, deleted and reacted to', async () => {
  const id = await noteOf('Mina')
  const { page } = await read('Ann', id)
  await threadOf(page).getByText('No replies yet. Be the first.').waitFor()
  await sendReply(page, 'First line\nand the second')
  const own = replyWith(page, 'First line')
  await expect(composerOf(page)).toHaveValue('')
  await expect
    .poll(() => textOf(own))
    .toMatch(/^Ann #[0-9A-Z]{6} Mine ▼ Down, below 95,000 .* now First line and the second/)
  await expect(own.locator('p[dir=auto]')).toHaveText('First line\nand the second')
  await expect(own.locator('time')).toHaveAttribute('title', /2026.*UTC\+9/)
  await expect(own.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-disabled', 'true')

  await test.step('edit', async () => {
    await own.getByRole('button', { name: 'Edit' }).click()
    const area = page.getByRole('textbox', { name: 'Edit your reply' })
    await expect(area).toBeFocused()
    await own.getByText('Editable for').waitFor()
    await area.fill('First line, better')
    await page.keyboard.press('ControlOrMeta+Enter')
    await own.getByText('First line, better').waitFor()
    await own.getByText('edited').waitFor()
    await expect(own).toBeFocused()
  })

  const other = await read('Bob', id, 'up')
  await test.step('quote and react', async () => {
    // The answer quotes the same words.
    const first = replyWith(other.page, 'First line, better').first()
    await first.getByRole('button', { name: 'Reply to Ann' }).click()
    await expect(composerOf(other.page)).toBeFocused()
    await threadOf(other.page).getByText('Quoting Ann #').waitFor()
    await other.page.keyboard.press('Escape')
    await expect(threadOf(other.page).getByText('Quoting')).toHaveCount(0)
    await first.getByRole('button', { name: 'Reply to Ann' }).click()
    await sendReply(other.page, 'I see it the other way')
    const answer = replyWith(other.page, 'I see it the other way')
    await answer.getByRole('link', { name: /^Ann #.* First line, better/ }).waitFor()
    await first.getByRole('button', { name: /^Like/ }).click()
    await expect(first.getByRole('button', { name: 'Like 1' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(threadOf(other.page).getByRole('heading', { name: 'Replies 2' })).toBeVisible()
  })

  await test.step('delete leaves a stub', async () => {
    await own.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
    await own.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await repliesOf(page).first().getByText('Deleted by its author.').waitFor()
    await expect(repliesOf(page).first()).toBeFocused()
    await reload(page)
    await expect
      .poll(() => textOf(repliesOf(page).first()))
      .toMatch(/^Deleted by its author\. (now|\d+m ago)$/)
    await replyWith(page, 'the other way').getByText('Deleted by its author.').waitFor()
  })
})

test('a reply that is saved after its writer has left changes no other address', async () => {
  const id = await noteOf('Mona')
  const { page } = await read('Departing', id)
  const { promise, resolve } = Promise.withResolvers<void>()
  const path = `**/api/v1/votes/${id}/replies`
  await page.route(path, async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.continue()
  })
  await composerOf(page).fill('On my way out')
  await threadOf(page).getByRole('button', { name: 'Reply', exact: true }).last().click()
  await page.getByRole('link', { name: 'Terms' }).first().click()
  await page.waitForURL('**/terms')
  resolve()
  // The draft is cleared once the answer is there.
  await expect.poll(() => page.evaluate(() => localStorage.reply_drafts)).toBeUndefined()
  expect(new URL(page.url()).search).toBe('')
  await page.goBack()
  await replyWith(page, 'On my way out').waitFor()
  await expect(composerOf(page)).toHaveValue('')
  expect(new URL(page.url()).search).toBe('')
})

test('the edit window closes, and Esc asks before changes are lost', async () => {
  const id = await noteOf('Nora')
  const { page } = await read('Cem', id)
  await sendReply(page, 'Soon fixed')
  const own = replyWith(page, 'Soon fixed')
  await own.getByRole('button', { name: 'Edit' }).click()
  const area = page.getByRole('textbox', { name: 'Edit your reply' })
  await page.keyboard.press('Escape')
  await expect(area).toHaveCount(0)
  await own.getByRole('button', { name: 'Edit' }).click()
  await area.fill('Half a thought')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  // The draft of an edit survives a reload too.
  await reload(page)
  await expect(area).toHaveValue('Half a thought')
  await area.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await own.getByText('Soon fixed').waitFor()
  server.clock.advance(3_600_000)
  await reload(page)
  await own.getByRole('button', { name: 'Delete' }).waitFor()
  await expect(own.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('filters and orders are in the address', async () => {
  const id = await noteOf('Olga')
  await cast('Up', TARGET, 'up')
  await cast('Down', TARGET, 'down')
  await write('Up', `/votes/${id}`, 'Same view')
  const liked = await write('Down', `/votes/${id}`, 'Other view')
  const { api } = await server.person('Up')
  await api.call(ReactionReply, 'POST', `/replies/${liked.id}/reaction`, { reaction: 'like' })
  const { page } = await read('Reader', id, 'unknown')
  const filters = page.getByRole('navigation', { name: 'Which replies' })
  await expect(repliesOf(page)).toHaveCount(2)
  await filters.getByRole('link', { name: 'Other direction' }).click()
  await expect(repliesOf(page)).toHaveCount(1)
  await replyWith(page, 'Other view').waitFor()
  expect(new URL(page.url()).search).toBe('?replies=other')
  await filters.getByRole('link', { name: 'With a call' }).click()
  await expect(repliesOf(page)).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Best' }).click()
  await page.waitForURL('**?replies=called&order=best')
  await expect(repliesOf(page)).toHaveCount(2)
  await page.goBack()
  await page.waitForURL('**?replies=called')
  await reload(page)
  await expect(filters.locator('[aria-current=true]')).toHaveText('With a call')
})

test('a link to a reply opens the page from it on, marks it, and leads back', async () => {
  const id = await noteOf('Pia')
  await cast('Many', TARGET, 'up')
  for (let number = 1; number <= 10; number++) {
    await write('Many', `/votes/${id}`, `Number ${number}.`)
  }
  await cast('More', TARGET, 'up')
  for (let number = 11; number <= 20; number++) {
    await write('More', `/votes/${id}`, `Number ${number}.`)
  }
  await cast('Most', TARGET, 'up')
  const first = await write('Most', `/votes/${id}`, 'Number 21.')
  const second = await write('Most', `/votes/${id}`, 'Number 22.', first.id)
  const { page } = await read('Linked', id, 'steady')
  await expect(repliesOf(page)).toHaveCount(20)
  await threadOf(page).getByRole('button', { name: 'Load more' }).click()
  await expect(repliesOf(page)).toHaveCount(22)

  await visit(page, `${site.url}/vote/view/${id}?reply=${second.id}`)
  const marked = replyWith(page, 'Number 22.')
  await expect(marked).toHaveAttribute('aria-current', 'true')
  await expect(marked).toBeInViewport()
  await expect(repliesOf(page)).toHaveCount(1)
  // The quoted reply is not on this page.
  await marked.getByRole('link', { name: /Number 21\.$/ }).click()
  await expect(replyWith(page, 'Number 21.').first()).toHaveAttribute('aria-current', 'true')
  await expect(repliesOf(page)).toHaveCount(2)
  await threadOf(page).getByRole('button', { name: 'Earlier replies' }).click()
  await expect(repliesOf(page)).toHaveCount(22)
  await expect(threadOf(page).getByRole('button', { name: 'Earlier replies' })).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await replyWith(page, 'Number 3.').getByRole('button', { name: 'Copy link' }).click()
  await alerts(page).getByText('Link copied.').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/vote/view/${id}\\?reply=\\d+$`))
})

test('refusals stand beside the text, which is kept', async () => {
  const id = await noteOf('Quin')
  const { page } = await read('Hasty', id)
  await sendReply(page, 'One')
  const send = threadOf(page).getByRole('button', { name: 'Reply', exact: true }).last()
  await composerOf(page).fill('Two')
  await send.click()
  const alert = threadOf(page).getByRole('alert')
  await expect(alert).toHaveText('Wait ten seconds between two replies.')
  await threadOf(page)
    .getByText(/Again in \d+s\./)
    .waitFor()
  await expect(composerOf(page)).toHaveValue('Two')
  server.clock.advance(11_000)
  await send.click()
  await replyWith(page, 'Two').waitFor()
  server.clock.advance(11_000)

  await composerOf(page).fill('See https://example.com')
  await send.click()
  await expect(alert).toContainText('Links can be written from 24 hours after')
  const path = '**/replies'
  await page.route(path, (route) =>
    route.request().method() === 'POST' ? refuse(503, 'INTERNAL')(route) : route.continue(),
  )
  await composerOf(page).fill('Kept')
  await expect(alert).toHaveCount(0)
  await send.click()
  await alert.waitFor()
  await reload(page)
  await expect(composerOf(page)).toHaveValue('Kept')
  await page.unroute(path)
  await send.click()
  await replyWith(page, 'Kept').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.reply_drafts)).toBeUndefined()

  await composerOf(page).fill('x'.repeat(1_950))
  await threadOf(page).getByText('1,950 of 2,000 characters').waitFor()
  await composerOf(page).fill('x'.repeat(2_001))
  await expect(send).toHaveAttribute('aria-disabled', 'true')
})

test('an edit is not canceled while it is saved', async () => {
  const id = await noteOf('Sender')
  const { page } = await read('Hurry', id)
  await sendReply(page, 'Before')
  await repliesOf(page).getByRole('button', { name: 'Edit' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/replies/*', async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  const edit = repliesOf(page).getByRole('textbox')
  await edit.fill('After')
  await edit.press('ControlOrMeta+Enter')
  await expect(repliesOf(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await edit.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  held.resolve()
  await replyWith(page, 'After').waitFor()
})

test('a reply that was edited elsewhere is replaced or loaded as its author wishes', async () => {
  const id = await noteOf('Sofia')
  const { page } = await read('Both hands', id)
  await sendReply(page, 'Old words')
  const [row] = await repliesOf(page).all()
  const replyId = (await row?.getAttribute('id'))?.replace('reply-', '')
  const { api } = await server.person('Both hands')
  const editElsewhere = (content: string) => {
    server.clock.advance(1000)
    return api.call(SavedReply, 'PUT', `/replies/${replyId}`, { content })
  }
  const area = page.getByRole('textbox', { name: 'Edit your reply' })
  const newer = 'This text was changed elsewhere after you opened it here.'
  const replaced = page.getByRole('dialog')

  await test.step('before the page has heard of it', async () => {
    await repliesOf(page).getByRole('button', { name: 'Edit' }).click()
    await area.fill('My words')
    await page.route(
      '**/replies/*',
      async (route) => {
        await editElsewhere('New words')
        await route.continue()
      },
      { times: 1 },
    )
    await area.press('ControlOrMeta+Enter')
    await threadOf(page).getByText(newer).waitFor()
    await expect(area).toHaveValue('My words')
  })

  await test.step('replaced', async () => {
    await area.press('ControlOrMeta+Enter')
    await replaced.getByRole('button', { name: 'Not yet' }).click()
    await reload(page)
    await threadOf(page).getByText(newer).waitFor()
    await area.press('ControlOrMeta+Enter')
    await replaced.getByRole('button', { name: 'Replace it' }).click()
    await replyWith(page, 'My words').getByRole('button', { name: 'Edit' }).waitFor()
  })

  await test.step('loaded', async () => {
    await repliesOf(page).getByRole('button', { name: 'Edit' }).click()
    await area.fill('Again mine')
    await editElsewhere('Newest words')
    await threadOf(page).getByRole('button', { name: 'Load it instead of mine' }).click()
    await expect(area).toHaveValue('Newest words')
    await expect(threadOf(page).getByText(newer)).toHaveCount(0)
  })
})

test('a decomposed text of the full length is sent composed, and so is its edit', async () => {
  const id = await noteOf('Decomposer')
  const { page } = await read('Jamo', id)
  await composerOf(page).fill('각'.repeat(1_500).normalize('NFD'))
  await composerOf(page).press('ControlOrMeta+Enter')
  const own = repliesOf(page).filter({ hasText: 'Mine' })
  await own.getByRole('button', { name: 'Edit' }).click()
  await own.getByRole('textbox').fill(`${'각'.repeat(1_499)}간`.normalize('NFD'))
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByText('각간').waitFor()
})

test('the author of a note is asked before the replies of others are read', async () => {
  const id = await noteOf('Rosa')
  const { page, pageErrors } = await site.open({ user: 'Rosa', path: `/vote/view/${id}` })
  await threadOf(page).getByText('No replies yet.').waitFor()
  await threadOf(page).getByText('Replying locks your call for this round.').waitFor()
  await cast('Guest', TARGET, 'down')
  await write('Guest', `/votes/${id}`, 'I doubt it')
  await threadOf(page).getByText('Reading them locks your call for this round.').waitFor()
  await expect(page.getByText('I doubt it')).toHaveCount(0)
  expect(pageErrors).toEqual([])
  await threadOf(page).getByRole('button', { name: 'Read the replies' }).click()
  await replyWith(page, 'I doubt it').waitFor()
  await expect(threadOf(page).getByText('Replying locks')).toHaveCount(0)
  await reload(page)
  await replyWith(page, 'I doubt it').waitFor()
})

test('replies to a note that was removed are shown, and none are taken', async () => {
  const id = await noteOf('Tess')
  const { page } = await read('Ulf', id)
  await sendReply(page, 'Good point')
  const { api } = await server.person('Tess')
  await api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up', content: '' })
  await reload(page)
  await replyWith(page, 'Good point').waitFor()
  await expect(composerOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reply to Ulf' })).toHaveCount(0)
  const { id: silent } = await cast('Silent', TARGET, 'up')
  await visit(page, `${site.url}/vote/view/${silent}`)
  await page.getByText('This call has no note.').waitFor()
  await expect(threadOf(page)).toHaveCount(0)
})

test('a settled round shows the result beside the name, and what was written after it', async () => {
  const id = await noteOf('Sol')
  await cast('Early', TARGET, 'up')
  await write('Early', `/votes/${id}`, 'Before it')
  await server.jump('2026-11-26T00:01:00.000Z')
  await write('Early', `/votes/${id}`, 'After it')
  const { page } = await site.open({ user: 'Early', path: `/vote/view/${id}` })
  await expect
    .poll(() => textOf(replyWith(page, 'Before it')))
    .toMatch(/Mine ▲ Up, above 105,000 HIT \+\d+ \d+d/)
  await replyWith(page, 'After it').getByText('Written after the result').waitFor()
  await expect(replyWith(page, 'Before it').getByText('Written after')).toHaveCount(0)

  // With a settled call one may write links.
  const links = 'https://example.com/a_(b). or (http://example.org), https://a.example@b.example'
  await write('Early', `/votes/${id}`, links)
  await reload(page)
  const anchors = replyWith(page, 'example.com').locator('p[dir=auto] a')
  await expect(anchors).toHaveText(['https://example.com/a_(b)', 'http://example.org'])
  await expect(anchors.first()).toHaveAttribute('rel', /noopener.*nofollow/)
})
