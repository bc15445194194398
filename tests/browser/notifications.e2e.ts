import { type BrowserContext, type CDPSession, expect, type Page, test } from 'playwright/test'
import { findViolations, report } from './support/axe.ts'
import { fakeSubscription } from './support/fake-subscription.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()
const ALERTS = '/settings/alerts'
const NARROW = { width: 320, height: 640 }

const vote = (page: Page) =>
  page.evaluate(async () => {
    const { target2 } = await (await fetch('/api/v1/vote/summary')).json()
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ targetDate: target2.targetDate, vote: 'up', content: '' })
    const reply = await fetch('/api/v1/votes', { method: 'POST', headers, body })
    const { accessToken } = await reply.json()
    localStorage.setItem('accessToken', accessToken)
  })

/** Removes the devices of the page's user, as another browser of theirs does. */
const removeDevices = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const path = '/api/v1/notifications'
    const { devices } = await (await fetch(`${path}/settings`, { headers })).json()
    for (const { id } of devices) {
      await fetch(`${path}/devices/${id}`, { method: 'DELETE', headers })
    }
  })

/** Delivers a push message to the page's service worker, as the browser does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const cdp: CDPSession = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

for (const locale of ['en-US', 'ko-KR']) {
  const title = `the bell's name has the number that is seen (${locale})`
  test(title, fullIf(locale === 'ko-KR'), async () => {
    const { page } = await site.open({ user: 'Listener', locale, path: '/terms' })
    for (const [unseen, seen] of [
      [1, '1'],
      [120, '99+'],
    ] as const) {
      await page.route('**/notifications/unseen', (route) => route.fulfill({ json: { unseen } }))
      await reload(page)
      const bell = page.getByRole('banner').locator('a[href="/notifications"]')
      await bell.getByText(seen, { exact: true }).waitFor()
      const view = { width: 1440, colorScheme: 'light' } as const
      expect(report(await findViolations(page, `the bell with ${unseen}`, [view]))).toBe('')
      await page.unroute('**/notifications/unseen')
    }
  })
}

test('notifications are marked as seen once their page is looked at', async () => {
  const { page } = await site.open({ user: 'Away', path: '/terms' })
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  })
  const { accessToken } = await page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
  }))
  await page.request.post(`${site.url}/api/v1/notifications/test`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {},
  })
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/notifications/seen')) seen.push(request.method())
  })
  await page.goto(`${site.url}/notifications`)
  const item = page.getByRole('listitem').filter({ hasText: 'This is a test' })
  await expect(item).toContainText('New')
  await page.evaluate(() => fetch('/api/v1/vote/summary'))
  expect(seen).toEqual([])
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect.poll(() => seen).toEqual(['POST'])
  await expect(item).toContainText('New')
})

test.describe('alerts', () => {
  test('are chosen per kind, and on a phone nothing is wider than the screen', async () => {
    const { page } = await site.open({ user: 'Mina', path: ALERTS, viewport: NARROW })
    const box = (place: string, kind: string) =>
      page.getByRole('checkbox', { name: `${place}: ${kind}` })
    const save = async (act: () => Promise<void>) => {
      const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
      await act()
      await saved
    }
    const opened = box('List', 'A round opens')
    const pushed = box('Push', 'A round opens')
    await expect(opened).not.toBeChecked()
    await expect(pushed).toBeDisabled()
    await save(() => opened.click())
    await save(() => pushed.click())
    await save(() => box('List', 'My open calls together').click())
    const mark = page.getByRole('textbox', { name: 'Points that the worth' })
    await mark.fill('-2001')
    await expect(page.getByText('A whole number from −2,000 to +2,000')).toBeVisible()
    await mark.fill('−1,500')
    await save(() => mark.press('Enter'))
    await mark.fill(' ')
    await expect(mark).toHaveAttribute('aria-invalid', 'true')
    await mark.fill('-50')
    await save(() => mark.press('Enter'))
    await reload(page)
    await expect(opened).toBeChecked()
    await expect(pushed).not.toBeChecked()
    await expect(box('App', 'A round opens')).toBeChecked()
    await expect(mark).toHaveValue('−50')
    await expect(box('List', 'A call of mine is settled')).toBeChecked()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(NARROW.width)
    await page.getByRole('link', { name: 'All notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  })

  test('change back where they cannot be saved', async () => {
    const { page, pageErrors } = await site.open({ user: 'Unsaved', path: ALERTS })
    const opened = page.getByRole('checkbox', { name: 'List: A round opens' })
    await opened.waitFor()
    await page.route('**/api/v1/notifications/settings', (route) => route.abort())
    await opened.click()
    await page.getByText('The change was not saved.').waitFor()
    await expect(opened).not.toBeChecked()
    pageErrors.splice(0)
  })

  test('say that a change was not saved after their page was left too', async () => {
    const { page, pageErrors } = await site.open({ user: 'Left', path: ALERTS })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/notifications/settings', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await held.promise
      await route.abort()
    })
    await page.getByRole('checkbox', { name: 'List: A round opens' }).click()
    await page.getByRole('link', { name: 'All notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
    held.resolve()
    await page.getByText('The change was not saved.').waitFor()
    pageErrors.splice(0)
  })

  test('are tried out with a test, which an open window shows', async () => {
    const { page, pageErrors } = await site.open({ user: 'Sora', path: ALERTS })
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText('A test is in your list and your open windows.').waitFor()
    await page.getByText('Alerts of Tidemark reach this device.').waitFor()
    await page.getByRole('link', { name: 'All notifications' }).click()
    await page.getByRole('link', { name: 'This is a test' }).waitFor()
    expect(pageErrors).toEqual([])
  })

  test('need an installation on an iPhone, which is said in place of a button', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/604.1'
    const { page } = await site.open({ user: 'Joe', userAgent })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await vote(page)
    await visit(page, site.url + ALERTS)
    await page.getByText('first add this site to the Home Screen').waitFor()
    await expect(page.getByRole('button', { name: 'Turn on notifications' })).toHaveCount(0)
  })

  test('say so when the browser has no room for the service worker @chromium', async () => {
    const { page, pageErrors } = await site.open({ user: 'Full', serviceWorkers: 'allow' })
    const context = page.context()
    await context.grantPermissions(['notifications'], { origin: site.url })
    await vote(page)
    const cdp = await context.newCDPSession(page)
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1_000 })
    await visit(page, site.url + ALERTS)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await page.getByText('Notifications were not turned on.').waitFor()
    pageErrors.splice(0)
  })

  test('end in the browser with Logout, also while the server cannot be reached @chromium', async () => {
    const { page, pageErrors } = await site.open({ user: 'Shared', serviceWorkers: 'allow' })
    await page.context().grantPermissions(['notifications'], { origin: site.url })
    await fakeSubscription(page)
    await vote(page)
    await visit(page, `${site.url}/`)
    await page.getByRole('button', { name: 'Alert me' }).click()
    await page.getByText('This browser shows notifications').waitFor()
    await page.route('**/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    const isSubscribed = () =>
      page.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready
        return (await pushManager.getSubscription()) !== null
      })
    await expect.poll(isSubscribed).toBe(false)
    pageErrors.splice(0)
  })

  test('are off where the browser has withdrawn its permission @chromium', async () => {
    const { page, pageErrors } = await site.open({ user: 'Mute', serviceWorkers: 'allow' })
    const context = page.context()
    const cdp = await context.newCDPSession(page)
    const { targetInfo } = await cdp.send('Target.getTargetInfo')
    const permit = (setting: 'granted' | 'denied' | 'prompt') =>
      cdp.send('Browser.setPermission', {
        permission: { name: 'notifications' },
        setting,
        origin: site.url,
        browserContextId: targetInfo.browserContextId ?? '',
      })
    const turnOn = page.getByRole('button', { name: 'Turn on notifications' })
    const device = page.getByText('This device', { exact: true })
    await permit('granted')
    await fakeSubscription(page)
    await vote(page)
    for (const setting of ['denied', 'prompt'] as const) {
      await permit('granted')
      await visit(page, site.url + ALERTS)
      await turnOn.click()
      await page.getByText('This browser shows notifications').waitFor()
      await device.waitFor()
      await permit(setting)
      await reload(page)
      if (setting === 'denied')
        await page.getByText('Notifications of this site are blocked').waitFor()
      else await turnOn.waitFor()
      await expect(page.getByText('This browser shows notifications')).toHaveCount(0)
      // The server would send messages to nobody, and the app would keep quiet for them.
      await device.waitFor({ state: 'detached' })
    }
    expect(pageErrors).toEqual([])
  })

  test('are shown by the browser once turned on @chromium', async () => {
    const { page, pageErrors } = await site.open({ user: 'Nari', serviceWorkers: 'allow' })
    const context = page.context()
    await context.grantPermissions(['notifications'], { origin: site.url })
    await fakeSubscription(page)
    await visit(page, site.url + ALERTS)
    await page.getByText('Notifications can be turned on after your first call.').waitFor()
    await vote(page)
    // After a vote the card on home offers them.
    await visit(page, `${site.url}/`)
    await page.getByRole('button', { name: 'Alert me' }).click()
    await page.getByText('This browser shows notifications').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Alerts are on' }).click()
    await page.getByText('This browser shows notifications').first().waitFor()
    await page.getByText('This device', { exact: true }).waitFor()

    const navigate = `${site.url}/rules`
    const notification = { title: 'Right', body: 'Up', lang: 'en-US', tag: 'settled-1', navigate }
    await deliver(context, page, JSON.stringify({ web_push: 8030, notification }))
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const notifications = await registration.getNotifications()
        return notifications.map((shown) => {
          const { title, body, tag } = shown
          // Not every browser has it, so it is not among its types.
          const renotify: unknown = Reflect.get(shown, 'renotify')
          return { title, body, tag, renotify }
        })
      })
    const settled = { title: 'Right', body: 'Up', tag: 'settled-1', renotify: true }
    await expect.poll(shown).toEqual([settled])

    // The service worker's message after a click on one: the page answers, and navigates by itself.
    const answer = await page.evaluate((path) => {
      const { port1, port2 } = new MessageChannel()
      const data = { type: 'go', path }
      const message = new MessageEvent('message', { data, ports: [port2] })
      navigator.serviceWorker.dispatchEvent(message)
      return new Promise((resolve) => {
        port1.onmessage = (event) => resolve(event.data)
      })
    }, '/rules')
    expect(answer).toBe('accepted')
    await page.waitForURL('**/rules')
    await page.goBack()

    await page.getByRole('button', { name: 'Turn off notifications' }).click()
    await page.getByText('This browser shows no notifications.').waitFor()
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await page.getByRole('button', { name: 'Turn off notifications' }).waitFor()

    // Removed in another browser: this one shows alerts by itself, and does not come back.
    await removeDevices(page)
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText('Alerts of Tidemark reach this device.').waitFor()
    expect(pageErrors).toEqual([])
    await reload(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pushUser'))).toBeNull()
    await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
    expect(pageErrors.splice(0).every((line) => line.includes('404'))).toBe(true)
  })
})
