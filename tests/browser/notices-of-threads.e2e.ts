import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import type { Notification, NotificationSettings } from '#shared/contract/notifications.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

test('replies and mentions have switches of their own', async () => {
  const { page } = await site.open({ user: 'Ida', path: '/terms' })
  const settings: NotificationSettings = { kinds: DEFAULT_KINDS, publicKey: '', devices: [] }
  await page.route('**/notifications/settings', async (route) => {
    const body = route.request().postDataJSON()
    if (body) settings.kinds = { ...settings.kinds, mention: body.mention }
    await route.fulfill({ json: settings })
  })
  await page.goto(`${site.url}/settings/alerts`)
  const mention = page.getByRole('checkbox', { name: 'List: Mentions of me' })
  await expect(page.getByRole('checkbox', { name: 'List: Replies in threads' })).toBeChecked()
  await mention.click()
  await expect.poll(() => settings.kinds.mention).toBe(false)
  await reload(page)
  await expect(mention).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Push: Mentions of me' })).toBeDisabled()
})

test('a notice in the list leads to the reply', async () => {
  const { page } = await site.open({ user: 'Ola', path: '/terms' })
  const thread: Notification['thread'] = {
    target: 'post',
    id: 7,
    boardType: 'suggestions',
    title: 'Halving',
    replyId: 90,
    replies: 3,
    mentions: 1,
    author: null,
  }
  const item: Notification = {
    id: 1,
    kind: 'mention',
    created: '2026-11-21T02:30:00.000Z',
    isNew: false,
    round: null,
    vote: null,
    season: null,
    security: null,
    thread,
  }
  await page.route('**/api/v1/notifications', (route) =>
    route.fulfill({ json: { unseen: 0, items: [item] } }),
  )
  await page.goto(`${site.url}/notifications`)
  const link = page.getByRole('link', { name: '3 new replies, 1 mentions you' })
  await expect(link).toHaveAttribute('href', '/boards/suggestions/view/7?reply=90')
  await expect(page.getByText('In “Halving”')).toBeVisible()
})

test('a reply reaches its reader within seconds, but for the page that shows the thread', async () => {
  const { post } = await site.apiUser('Wren')
  const id = await post('suggestions', '<p>Watched</p>')
  const thread = `/boards/suggestions/view/${id}`
  const { page: reading } = await site.open({ user: 'Wren', path: thread })
  const { page: desk } = await site.open({ user: 'Wren', path: `/desk?post=suggestions-${id}` })
  await desk.getByRole('heading', { name: 'Watched' }).waitFor()
  const { page: away } = await site.open({ user: 'Wren', path: '/rules' })
  const { api } = await site.apiUser('Eve')
  await api.posts({ boardType: 'suggestions' })({ id }).replies.post({ content: 'Look here' })
  const toast = (page: Page) => page.getByText('Eve replied')
  await toast(away).waitFor()
  // A toast is gone after a while.
  await away.getByRole('button', { name: 'Show', exact: true }).click()
  for (const page of [reading, desk]) {
    await expect(page.getByText('Look here')).toHaveCount(1)
    await expect(toast(page)).toHaveCount(0)
  }
  await away.waitForURL(`**${thread}?reply=*`)
  await away.locator('li[id^="reply-"]').getByText('Look here').waitFor()
})
