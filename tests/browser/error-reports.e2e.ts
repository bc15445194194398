import { expect, type Page, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

/** Throws an error outside of every handler of the page. */
const throwError = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text)
    })
  }, message)

async function counted(kind: string): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  const series = `tidemark_client_errors_total{platform="web",kind="${kind}"} `
  return Number(text.split(series)[1]?.split('\n')[0])
}

test('a thrown error of a page reaches the metric of the server, once and scrubbed', async () => {
  const { page, pageErrors } = await site.open({ path: '/rounds' })
  const before = await counted('error')
  const sent = page.waitForRequest('**/api/v1/error-reports')
  await throwError(page, 'mina@example.com "my own draft" at /vote/view/123?token=a#b')
  const { reports } = (await sent).postDataJSON()
  expect(reports).toEqual([
    {
      kind: 'error',
      name: 'RangeError',
      message: '[e-mail] "…" at /vote/view/:id',
      stack: expect.any(String),
      route: '/rounds',
      platform: 'web',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      locale: 'en-US',
    },
  ])
  await expect.poll(() => counted('error')).toBe(before + 1)
  await throwError(page, 'mina@example.com "my own draft" at /vote/view/123?token=a#b')
  const rejection = page.waitForRequest('**/api/v1/error-reports')
  await page.evaluate(() => void Promise.reject(new Error('second')))
  expect((await rejection).postDataJSON().reports[0]).toMatchObject({ kind: 'rejection' })
  await expect.poll(() => counted('rejection')).toBe(1)
  expect(await counted('error')).toBe(before + 1)
  expect(pageErrors.splice(0)).toHaveLength(3)
})

test('a screen that fails to render is reported', async () => {
  const { page, pageErrors } = await site.open()
  const body = 'const fail = () => { throw new Error("no screen") }; export { fail as Component }'
  await page.route('**/assets/login-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  const sent = page.waitForRequest('**/api/v1/error-reports')
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('alert').waitFor()
  expect((await sent).postDataJSON().reports[0]).toMatchObject({ kind: 'render', route: '/login' })
  pageErrors.splice(0)
})

test('a user who opts out reports nothing, nor does a page where the operator switched it off', async () => {
  const { page, pageErrors } = await site.open()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const evidence = () => requests.filter((path) => /error-reports|\/site$/.test(path))
  await page.evaluate(() => localStorage.setItem('userAnalytics', 'off'))
  // Errors are heard once the app has taken over the page.
  await reload(page)
  await throwError(page, 'one')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(requests.filter((path) => path.includes('error-reports'))).toEqual([])
  await page.evaluate(() => localStorage.removeItem('userAnalytics'))
  await page.route('**/api/v1/site', (route) => route.fulfill({ json: { clientErrors: false } }))
  await reload(page)
  requests.length = 0
  await throwError(page, 'two')
  await expect.poll(evidence).toEqual(['/api/v1/site'])
  await page.evaluate(() => fetch('/livez'))
  expect(evidence()).toEqual(['/api/v1/site'])
  expect(pageErrors.splice(0)).toHaveLength(2)
})
