import { expect, test } from 'playwright/test'
import { adminCasePath } from '#shared/rules/paths.ts'
import { ADMIN, WITH_ADMIN } from './support/boards.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite(WITH_ADMIN)

/** A reply below a new suggestion, by another person. */
async function replyOf(name: string, content: string) {
  const host = await site.apiUser('Host')
  const author = await site.apiUser(name)
  const postId = await host.post('suggestions', '<p>A suggestion</p>')
  const thread = author.api.posts({ boardType: 'suggestions' })({ id: postId }).replies
  const { data } = await thread.post({ content })
  if (!data) throw new Error('the reply was refused')
  const id = data.reply.id
  return { id, path: `/boards/suggestions/view/${postId}?reply=${id}` }
}

test('an admin reads a reported reply with its lines, opens its page, and hides it', async () => {
  const reply = await replyOf('Recruiter', 'Come to my <b>chatroom</b>\nfor signals')
  const reporter = await site.apiUser('Watcher')
  const about = { target: 'reply', targetId: reply.id } as const
  await reporter.api.reports.post({ ...about, reason: 'chatroom', text: 'Leads elsewhere.' })
  const { page } = await site.open({ user: ADMIN, path: '/admin/reports' })
  const row = page.getByRole('listitem').filter({ hasText: 'Come to my <b>chatroom</b>' })
  await row.getByText('Reply', { exact: true }).waitFor()
  await row.getByText('Chatroom solicitation').waitFor()
  await row.getByRole('link').click()
  const pane = page.getByRole('article', { name: /^Case / })
  await pane.getByText('Come to my <b>chatroom</b>for signals').waitFor()
  await pane.getByText('Leads elsewhere.').waitFor()
  await expect(pane.getByRole('link', { name: 'Open the page' })).toHaveAttribute(
    'href',
    reply.path,
  )
  await pane.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByText('Hidden.', { exact: true }).waitFor()

  const { data: acts } = await reporter.api.modlog.get({ query: {} })
  expect(acts?.acts[0]).toMatchObject({ target: 'reply', act: 'hide', reason: 'chatroom' })
  const log = await site.open({ path: '/modlog' })
  const line = log.page.getByRole('row').filter({ hasText: 'Chatroom solicitation' }).first()
  await expect(line).toContainText('Suggestions · Reply')
  const author = await site.open({ user: 'Recruiter', path: '/profile' })
  const own = author.page.getByRole('listitem').filter({ hasText: 'Reason: Chatroom solicitation' })
  await own.getByText('Reply: Come to my <b>chatroom</b>').waitFor()
  await expect(own.getByRole('link', { name: 'Show' })).toHaveAttribute('href', reply.path)
})

test('the same in Korean', async () => {
  const reply = await replyOf('Seller', '리딩방으로 오세요')
  const reporter = await site.apiUser('Watcher')
  const about = { target: 'reply', targetId: reply.id } as const
  await reporter.api.reports.post({ ...about, reason: 'chatroom' })
  const admin = await site.apiUser(ADMIN)
  const { data } = await admin.api.moderation.cases.get({ query: {} })
  const caseId = data?.cases.find(({ targetId }) => targetId === reply.id)?.id ?? 0
  const path = adminCasePath(caseId)
  const { page } = await site.open({ user: ADMIN, path, locale: 'ko-KR' })
  const pane = page.getByRole('article', { name: `신고 ${caseId}` })
  await pane.getByText('답글', { exact: true }).waitFor()
  await pane.getByText('리딩방으로 오세요').waitFor()
  await pane.getByRole('button', { name: '숨기기', exact: true }).click()
  await page.getByText('숨겼습니다.').waitFor()
  const log = await site.open({ path: '/modlog', locale: 'ko-KR' })
  const line = log.page.getByRole('row').filter({ hasText: '리딩방 유인' }).first()
  await expect(line).toContainText('답글')
})

test('the dialog of reports offers chatroom solicitation, in both languages', async () => {
  const { path } = await replyOf('Somebody', 'A reply')
  const { page } = await site.open({ user: 'Reader', path })
  await page.getByRole('button', { name: 'Report', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Report to the moderators' })
  await dialog.getByRole('radio', { name: 'Chatroom solicitation' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('status').getByText('Reported. Thank you').waitFor()
  const korean = await site.open({ user: 'Reader', path, locale: 'ko-KR' })
  await korean.page.getByRole('button', { name: '신고', exact: true }).first().click()
  await korean.page.getByRole('radio', { name: '리딩방 유인' }).waitFor()
})
