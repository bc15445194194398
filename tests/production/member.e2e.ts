import { expect, test } from 'playwright/test'
import { KEYS_PATH, STREAM_PATH } from '#shared/contract/endpoints.ts'
import { StreamMessage } from '#shared/contract/stream.ts'
import { fakeSubscription } from '#tests/browser/support/fake-subscription.ts'
import { setUpSite } from '#tests/browser/support/set-up-site.ts'
import { visit } from '#tests/browser/support/until-ready.ts'
import { alerts, choose, openEditor, voteButton } from '#tests/browser/support/vote-page.ts'
import { conform } from '#tests/support/api-client.ts'
import { authority } from '#tests/support/production-front.ts'
import { type ProductionSite, startProductionSite } from '#tests/support/production-site.ts'

// What a member does in a browser on the site as it runs in production.

let server: ProductionSite
const site = setUpSite(async () => {
  server = await startProductionSite(authority ?? '')
  return { server }
})

test('a person signs in at the provider and votes, and others hear of it over wss', async () => {
  const guest = await site.open({ path: '/icon.svg' })
  const opened = guest.page.waitForEvent('websocket')
  await visit(guest.page, `${site.url}/vote`)
  const socket = await opened
  expect(new URL(socket.url()).origin).toBe(site.url.replace('https:', 'wss:'))
  const counted = socket.waitForEvent('framereceived', ({ payload }) => {
    const message = conform(StreamMessage, JSON.parse(`${payload}`))
    return message.type === 'summary' && message.summary.target2.votes.up === 1
  })

  server.choosePerson('Mina')
  const { page } = await site.open({ path: '/login' })
  await page.getByRole('button', { name: 'Sign in with Accounts' }).click()
  await page.locator('#agree').click()
  await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
  await expect(page).toHaveURL(`${site.url}/`)
  expect(await page.context().cookies()).toEqual([])

  await visit(page, `${site.url}/vote/write`)
  await choose(page, 'Up')
  await voteButton(page).click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await counted
})

test('a page of another site gets no stream', async () => {
  const statusFor = async (origin: string) => {
    const headers = {
      origin,
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    return (await fetch(site.url + STREAM_PATH, { headers })).status
  }
  expect(await statusFor(site.url)).toBe(101)
  expect(await statusFor('https://other.example')).toBe(403)
})

test('a browser subscribes to push messages, and starts from its service worker @chromium', async () => {
  const { page } = await openEditor(site, 'Nari', { serviceWorkers: 'allow' })
  await choose(page, 'Steady')
  await voteButton(page).click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await page.context().grantPermissions(['notifications'], { origin: site.url })
  await fakeSubscription(page)
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/notifications/devices'))
  await visit(page, `${site.url}/settings/alerts`)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  expect((await saved).status()).toBe(200)
  await page.getByText('This device', { exact: true }).waitFor()
  const isActive = page.evaluate(
    async () => (await navigator.serviceWorker.ready).active?.scriptURL,
  )
  expect(await isActive).toBe(`${site.url}/sw.js`)
})

test('both instances give the keys of the setting', async () => {
  const { token } = await server.signIn('Jun')
  const read = async (address: string, path: string) => {
    const reply = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(200)
    return reply.json()
  }
  for (const path of ['/api/v1/notifications/settings', KEYS_PATH]) {
    const [one, two] = await Promise.all(server.instances.map((address) => read(address, path)))
    expect(one).toEqual(two)
  }
})
