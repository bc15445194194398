import { utimesSync } from 'node:fs'
import { loadConfigFromFile } from 'electron-vite'
import { expect, test } from 'playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { fromRoot } from '#build/setup/project.mjs'
import { forwardToDevServer } from '#desktop/main/protocol/dev-server.ts'
import { installBridge } from './support/fake-bridge.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

// The API is not reached: its requests fail on purpose.
const site = setUpSite({ expectedErrors: /ERR_FAILED/ })
/** The app's origin as a browser without its scheme can have it. */
const ORIGIN = 'http://tidemark.localhost'
let server: ViteDevServer | null = null
test.afterAll(() => server?.close())

test(
  'a watched app gets its pages from Vite, whose changes arrive without a reload',
  fullIf(true),
  async () => {
    test.setTimeout(180_000)
    const { config } = await loadConfigFromFile(
      { command: 'serve', mode: 'development' },
      fromRoot('electron.vite.config.ts'),
    )
    server = await createServer({ ...config.renderer, configFile: false, logLevel: 'error' })
    await server.listen()
    const devServer = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
    const serve = forwardToDevServer({ devServer, apiOrigin: site.url, fetch })
    const { page } = await site.open({ path: '/icon.svg' })
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.route(`${ORIGIN}/**`, async (route) => {
      const request = route.request()
      const url = request.url().replace(ORIGIN, 'app://tidemark')
      const reply = await serve({ url, headers: new Headers(request.headers()) })
      const policy = reply.headers.get('content-security-policy') ?? ''
      await route.fulfill({
        status: reply.status,
        headers: { ...Object.fromEntries(reply.headers), 'content-security-policy': policy },
        body: Buffer.from(await reply.arrayBuffer()),
      })
    })
    // As the app itself allows its own pages.
    await page.context().grantPermissions(['local-network-access'], { origin: ORIGIN })
    await page.route('**/api/v1/**', (route) => route.abort())
    await installBridge(page, site, { isApiUnreachable: true })
    await page.goto(`${ORIGIN}/rules`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => messages.join('\n')).toContain('[vite] connected')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    const now = new Date()
    utimesSync(fromRoot('desktop', 'renderer', 'features', 'rules', 'rules-page.tsx'), now, now)
    await expect.poll(() => messages.join('\n')).toContain('hot updated')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  },
)
