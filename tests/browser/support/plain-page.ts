import type { Page } from 'playwright'

/** The server's markup and its state. */
const MARKUP = /<div id="root">.*<\/div><script type="application\/json" id="seed">.*?<\/script>/s

/** Removes the server's markup from every page, as when the server cannot render it. */
export async function withoutMarkup(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = (await response.text()).replace(MARKUP, '<div id="root"></div>')
    return route.fulfill({ response, body: html })
  })
}
