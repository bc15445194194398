import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

test('the site has a manifest that Chromium accepts, with icons that exist @chromium', async () => {
  const { page, pageErrors } = await site.open({ path: '/terms' })
  const cdp = await page.context().newCDPSession(page)
  const { errors, data, url } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${site.url}/manifest.webmanifest`)
  const { icons, display, start_url } = JSON.parse(data ?? '{}')
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' })
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    'any',
    'any',
    'maskable',
  ])
  for (const { src, sizes } of icons) {
    const side = await page.evaluate(async (path) => {
      const bitmap = await createImageBitmap(await (await fetch(path)).blob())
      return `${bitmap.width}x${bitmap.height}`
    }, src)
    expect([src, side]).toEqual([src, sizes])
  }
  const reply = await fetch(url)
  expect(reply.headers.get('content-type')).toBe('application/manifest+json')
  expect(pageErrors).toEqual([])
})
