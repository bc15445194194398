import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { BlockedPeople } from '#shared/contract/blocks.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { findViolations, report } from './support/axe.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([
    ['2026-11-19T00:00:00Z', 100_000],
    ['2026-11-23T00:00:00Z', 100_000],
  ])
  return { server }
})
const NARROW = { width: 320, height: 640 }

/** A person with a note and two posts of a name of their own. */
async function writer(name: string) {
  const { api, token } = await server.person(name)
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const vote = await api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: target2.targetDate,
    vote: 'up',
    content: `<p>${name} first line</p><p>${name} reasons</p>`,
  })
  const write = async (board: string) => {
    const content = `<p>${name} on ${board}</p><p>${name} words</p>`
    return (await api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })).id
  }
  return {
    name,
    code: claimsOf(token).uniqueCode,
    voteId: vote.id,
    suggestion: await write('suggestions'),
  }
}

/** A reader who has called the round and blocked somebody through the API. */
async function blocker(name: string, code?: string) {
  const { api } = await server.person(name)
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  await api.raw('POST', '/votes', { body: { targetDate: target2.targetDate, vote: 'down' } })
  if (code) await api.raw('PUT', `/blocks/${code}`, { body: {} })
  return api
}

const article = (page: Page) => page.getByRole('article')

const TEXTS = [
  {
    locale: 'en-US',
    block: 'Block',
    unblock: 'Unblock',
    confirmed:
      /^Block .*\? Their notes, replies and posts are folded, for you only\. They are not told/,
    blocked: (name: string) => `You blocked ${name}`,
    show: 'Show anyway',
    undo: 'Undo',
    list: 'Blocked people',
    empty: 'You have blocked nobody.',
    remove: (name: string) => `Unblock: ${name}`,
    continue: 'Continue',
  },
  {
    locale: 'ko-KR',
    block: '차단',
    unblock: '차단 해제',
    confirmed: /님을 차단하시겠습니까\? 이 사람의 의견과 답글, 글이 내 화면에서만 접힙니다/,
    blocked: (name: string) => `${name}님을 차단했습니다`,
    show: '그래도 보기',
    undo: '되돌리기',
    list: '차단한 사람',
    empty: '차단한 사람이 없습니다.',
    remove: (name: string) => `차단 해제: ${name}`,
    continue: '계속',
  },
] as const

for (const [index, text] of TEXTS.entries()) {
  test(`a person is blocked on the record, folded, shown anyway and unblocked in ${text.locale}`, async () => {
    const troll = await writer(`Troll${index}`)
    const reader = `Reader${index}`
    const api = await blocker(reader)
    const { page, pageErrors } = await site.open({
      user: reader,
      locale: text.locale,
      viewport: NARROW,
      path: `/u/${troll.code}`,
    })
    await page.getByRole('button', { name: text.block, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text.confirmed).waitFor()
    await dialog.getByRole('button', { name: text.block, exact: true }).click()
    await page.getByText(text.blocked(troll.name)).waitFor()
    // The toast takes it back, and the record can block again.
    await page.getByRole('button', { name: text.undo }).click()
    await page.getByRole('button', { name: text.block, exact: true }).click()
    await dialog.getByRole('button', { name: text.block, exact: true }).click()
    await page.getByRole('button', { name: text.unblock, exact: true }).waitFor()

    // The list keeps direction and name, without the first line.
    await visit(page, `${site.url}/vote`)
    await page.getByRole('link', { name: text.blocked(troll.name) }).waitFor()
    await expect(page.getByText(`${troll.name} first line`)).toHaveCount(0)
    await expect(page.getByRole('link', { name: `${troll.name} #${troll.code}` })).toHaveCount(1)

    await visit(page, `${site.url}/vote/view/${troll.voteId}`)
    await page.getByRole('button', { name: text.continue }).click()
    await article(page).getByText(text.blocked(troll.name)).waitFor()
    await expect(page.getByText(new RegExp(`${troll.name} (reasons|first line)`))).toHaveCount(0)
    await page.getByRole('button', { name: text.show }).focus()
    await page.keyboard.press('Enter')
    await article(page).getByText(`${troll.name} reasons`).waitFor()
    await article(page)
      .getByRole('heading', { name: `${troll.name} first line` })
      .waitFor()
    // The focus is in the text that was unfolded, not lost with its button.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('reasons')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await visit(page, `${site.url}/boards/suggestions/view/${troll.suggestion}`)
    await article(page).getByRole('button', { name: text.show }).waitFor()
    await expect(page.getByText(new RegExp(`${troll.name} (words|on suggestions)`))).toHaveCount(0)

    await visit(page, `${site.url}/settings/account`)
    const section = page.getByRole('region', { name: text.list })
    await section.getByRole('button', { name: text.remove(troll.name) }).click()
    await section.getByText(text.empty).waitFor()
    expect(await api.get(BlockedPeople, '/blocks')).toEqual([])
    await page.getByRole('button', { name: text.undo }).click()
    await section.getByRole('button', { name: text.remove(troll.name) }).click()
    await section.getByText(text.empty).waitFor()
    await visit(page, `${site.url}/boards/suggestions/view/${troll.suggestion}`)
    await article(page).getByText(`${troll.name} words`).waitFor()
    expect(pageErrors.splice(0).every((line) => line.includes('409'))).toBe(true)
  })
}

test('home and desk fold the titles of a blocked person, for the blocker only', async () => {
  const troll = await writer('Noisy')
  await blocker('Quiet', troll.code)
  const { page } = await site.open({ user: 'Quiet' })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'You blocked Noisy', exact: true })).toHaveCount(2)
  await expect(main.getByText(/Noisy (first line|on suggestions)/)).toHaveCount(0)

  await page.setViewportSize({ width: 1400, height: 900 })
  await visit(page, `${site.url}/desk`)
  await page.getByRole('link', { name: 'You blocked Noisy', exact: true }).first().waitFor()
  await expect(page.getByText(/Noisy (first line|on suggestions)/)).toHaveCount(0)

  const other = await site.open({ user: 'Noisy' })
  await other.page.getByRole('main').getByText('Noisy first line').waitFor()
  await expect(other.page.getByText('You blocked')).toHaveCount(0)
})

test('neither a guest nor the person themselves can block, and a failure says so', async () => {
  const troll = await writer('Plain')
  const path = `/u/${troll.code}`
  const button = (page: Page) => page.getByRole('button', { name: 'Block', exact: true })
  const guest = await site.open({ path })
  await guest.page.getByRole('heading', { name: `Plain #${troll.code}` }).waitFor()
  await expect(button(guest.page)).toHaveCount(0)
  const self = await site.open({ user: 'Plain', path })
  await self.page.getByRole('heading', { name: `Plain #${troll.code}` }).waitFor()
  await expect(button(self.page)).toHaveCount(0)

  const { page, pageErrors } = await site.open({ user: 'Unlucky', path })
  await page.route('**/blocks/*', (route) => route.abort('failed'), { times: 1 })
  await button(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('alert').getByText('Nothing was changed.').waitFor()
  await button(page).waitFor()
  pageErrors.splice(0)
})

test('a list that cannot be loaded shows the texts, and the settings offer to try again', async () => {
  const troll = await writer('Lost')
  await blocker('Searcher', troll.code)
  const { page, pageErrors } = await site.open({ user: 'Searcher', path: '/rules' })
  await withoutGreeting(page)
  await page.route('**/api/v1/blocks', (route) => route.abort('failed'))
  await visit(page, `${site.url}/boards/suggestions/view/${troll.suggestion}`)
  await article(page).getByText('Lost words').waitFor()
  await visit(page, `${site.url}/settings/account`)
  const section = page.getByRole('region', { name: 'Blocked people' })
  await section.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/v1/blocks')
  await section.getByRole('button', { name: 'Try again' }).click()
  await section.getByRole('button', { name: 'Unblock: Lost' }).waitFor()
  await reload(page)
  await section.getByRole('button', { name: 'Unblock: Lost' }).waitFor()
  pageErrors.splice(0)
})

test('folded texts, the search for them and the list pass axe', async () => {
  const troll = await writer('Axed')
  await blocker('Checker', troll.code)
  const { page } = await site.open({ user: 'Checker', path: '/search?q=Axed' })
  await page.getByRole('link', { name: 'You blocked Axed' }).first().waitFor()
  await expect(page.getByText(/Axed (first line|reasons|words)/)).toHaveCount(0)
  await visit(page, `${site.url}/boards/suggestions/view/${troll.suggestion}`)
  await article(page).getByRole('button', { name: 'Show anyway' }).waitFor()
  const found = await findViolations(page, 'folded post')
  await visit(page, `${site.url}/settings/account`)
  await page.getByRole('button', { name: 'Unblock: Axed' }).waitFor()
  found.push(...(await findViolations(page, 'blocked people')))
  expect(report(found)).toBe('')
})
