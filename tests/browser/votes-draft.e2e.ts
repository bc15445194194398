import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload } from './support/until-ready.ts'
import { alerts, noteOf, openEditor, refuse, voteButton } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

/** Writes two words of which the second is bold. */
async function writeFormatted(page: Page, label: string, words: readonly [string, string]) {
  const note = await noteOf(page, label)
  await note.click()
  await page.keyboard.type(`${words[0]} `)
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(words[1])
  await note.getByText(words[1]).waitFor()
}

async function voteOf(name: string): Promise<VoteDetail> {
  const { api, id } = await server.person(name)
  const { posts } = await api.get(VoteList, '/votes?page=1')
  return api.get(VoteDetail, `/votes/${posts.find(({ uid }) => uid === id)?.id}`)
}

test.describe('a formatted note', () => {
  test('is saved and shown as written', async () => {
    const { page } = await openEditor(site, 'Writer')
    await page.getByRole('radio', { name: 'Up' }).check()
    await writeFormatted(page, 'Note', ['Quietly', 'bullish'])
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Quietly bullish' }).click()
    const bold = page.getByRole('article').locator('strong')
    await bold.waitFor()
    await expect.poll(() => textOf(bold)).toBe('bullish')
    await expect.poll(async () => (await voteOf('Writer')).title).toBe('Quietly bullish')
    await expect.poll(() => page.evaluate(() => localStorage.post_draft_vote)).toBeUndefined()
  })

  test('works in Korean on a phone', { tag: '@full' }, async () => {
    const viewport = { width: 375, height: 812 }
    const { page } = await openEditor(site, '작성자', { locale: 'ko-KR', viewport })
    await page.getByRole('radio', { name: '하락' }).check()
    await writeFormatted(page, '의견', ['천천히', '하락'])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.getByRole('main').getByRole('button', { name: '예측하기' }).click()
    await alerts(page).getByText('예측을 저장했습니다.').waitFor()
    await page.getByRole('link', { name: '천천히 하락' }).click()
    await page.getByRole('article').locator('strong').waitFor()
  })
})

test.describe('the draft of a vote', () => {
  test('survives a failed save and a reload with its formatting', async () => {
    const { page, pageErrors } = await openEditor(site, 'Drafter')
    await page.getByRole('radio', { name: 'Steady' }).check()
    await writeFormatted(page, 'Note', ['Not', 'lost'])
    await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', (route) => route.abort(), {
      times: 1,
    })
    await voteButton(page).click()
    await page.getByRole('alert').getByText('Vote failed due to server error.').waitFor()
    await reload(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    const note = await noteOf(page, 'Note')
    await note.locator('strong').getByText('lost').waitFor()
    await page.getByRole('radio', { name: 'Steady' }).check()
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    await expect
      .poll(async () => (await voteOf('Drafter')).content)
      .toContain('<strong>lost</strong>')
    pageErrors.splice(0)
  })

  test('stays when the round has changed, and is deleted by Cancel', async () => {
    const { page, pageErrors } = await openEditor(site, 'Canceller')
    await page.getByRole('radio', { name: 'Up' }).check()
    await writeFormatted(page, 'Note', ['To be', 'dropped'])
    await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', refuse(409, 'ROUND_CHANGED'), {
      times: 1,
    })
    await voteButton(page).click()
    await page.getByRole('button', { name: 'Not yet' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.post_draft_vote)).toContain('dropped')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/vote')
    await expect.poll(() => page.evaluate(() => localStorage.post_draft_vote)).toBeUndefined()
    await voteButton(page).click()
    await noteOf(page, 'Note')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    pageErrors.splice(0)
  })
})

test.describe('an edit that is not saved', () => {
  const cast = async (name: string): Promise<number> => {
    const { api } = await server.person(name)
    const targetDate = '2026-11-26T00:00:00.000Z'
    const body = { targetDate, vote: 'up', content: '<p>As it was</p>' }
    return (await api.call(CreateVoteReply, 'POST', '/votes', body)).id
  }

  test('asks for confirmation before leaving, unless nothing changed', async () => {
    const id = await cast('Editor')
    const { page } = await site.open({ user: 'Editor', path: `/vote/edit/${id}` })
    const note = await noteOf(page, 'Note')
    await note.getByText('As it was').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/vote')

    await page.getByRole('link', { name: `Edit [${id}]` }).click()
    await note.getByText('As it was').click()
    await page.keyboard.press('End')
    await page.keyboard.type(', and more')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await note.getByText('As it was, and more').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Edit' }).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    await page.getByRole('link', { name: 'As it was, and more' }).waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
