import { expect } from 'bun:test'

/** Public pages with the heading that the server renders. */
const HEADINGS: [path: string, heading: string][] = [
  ['/', 'Where will Bitcoin be in a week?'],
  ['/vote', 'Calls'],
  ['/rounds', 'Rounds'],
  ['/ranking', 'Ranking'],
  ['/rules', 'How Tidemark works'],
  ['/boards/notices', 'Boards'],
  ['/verify', 'Verify a call'],
  ['/status', 'Status'],
  ['/modlog', 'Moderation log'],
  ['/privacy', 'Privacy Policy'],
]

/** Reads pages and the sitemap at `url`; `site` is the public address that they must name. */
export async function expectPages(url: string, site: string): Promise<void> {
  for (const [path, heading] of HEADINGS) {
    const reply = await fetch(url + path, { headers: { 'accept-language': 'en' } })
    const html = await reply.text()
    expect([path, reply.status]).toEqual([path, 200])
    expect([path, /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]]).toEqual([path, heading])
    expect(html).toContain(`<link rel="canonical" href="${site}${path}"`)
  }
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  expect(sitemap).toContain(`<loc>${site}/rounds/`)
}

/** Whether a line of a server's log tells of a page that was refused, failed or sent without content. */
export const isFailedPage = (line: string) =>
  /"route":"(?:web|page)","status":[45]|could not be rendered|sent without its content/.test(line)
