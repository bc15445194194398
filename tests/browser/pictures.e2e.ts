import { expect, test } from 'playwright/test'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('pictures load only on a click when the setting says so', async () => {
  const { api } = await server.person('Painter')
  const content =
    '<p>Look</p><img src="https://pictures.example/one.gif" alt="one"><img src="https://pictures.example/two.gif">'
  const { id } = await api.call(CreatePostReply, 'POST', '/posts/suggestions', { content })
  const { page } = await site.open()
  const requested: { url: string; referrer: string | undefined }[] = []
  await page.route('https://pictures.example/**', (route) => {
    const request = route.request()
    requested.push({ url: request.url(), referrer: request.headers().referer })
    return route.fulfill({ contentType: 'image/gif', body: PIXEL })
  })
  await page.evaluate(() => localStorage.setItem('picturesOnClick', 'on'))
  await visit(page, `${site.url}/boards/suggestions/view/${id}`)
  const first = page.getByRole('button', { name: 'Load picture from pictures.example: one' })
  await first.waitFor()
  expect(requested).toEqual([])

  await first.focus()
  await page.keyboard.press('Enter')
  const picture = page.getByRole('img', { name: 'one' })
  await expect.poll(() => requested.length).toBe(1)
  expect(requested).toEqual([{ url: 'https://pictures.example/one.gif', referrer: undefined }])
  await expect(picture).toBeFocused()

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('checkbox', { name: 'Load pictures only on a click' }).uncheck()
  await expect.poll(() => requested.length).toBe(2)
})
