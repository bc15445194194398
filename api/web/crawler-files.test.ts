import { expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createCrawlerFiles } from './crawler-files.ts'

const ENTRIES: Record<string, object[]> = {
  '/api/v1/posts/notices': [{ id: 1 }],
  '/api/v1/posts/suggestions': [{ id: 2 }],
  '/api/v1/rounds': [{ refDate: '2026-11-19T00:00:00.000Z' }],
  '/api/v1/ranking': [
    { uniqueCode: '7GX2QK', state: 'listed' },
    { uniqueCode: 'BANNED', state: 'banned' },
    { uniqueCode: null, state: 'deleted' },
  ],
}

function setUp() {
  const asked: string[] = []
  let isRefusing = false
  const clock = testClock(0)
  const fetchApi = async (path: string) => {
    asked.push(path)
    if (isRefusing) return new Response(null, { status: 404 })
    const [pathname = ''] = path.split('?')
    return Response.json({ posts: ENTRIES[pathname] ?? [], pagination: { totalPages: 2 } })
  }
  return {
    files: createCrawlerFiles({ fetchApi, origin: 'https://site.example', clock }),
    refuse: (isOn: boolean) => {
      isRefusing = isOn
    },
    asked,
    clock,
  }
}

test('the sitemap lists every public page once, and no people', async () => {
  const { files, asked } = setUp()
  const text = await files.sitemap()
  const paths = [...text.matchAll(/<loc>https:\/\/site\.example([^<]*)<\/loc>/g)].map(
    ([, path]) => path,
  )
  expect(paths).toContain('/')
  expect(paths).toContain('/boards/suggestions/view/2')
  expect(paths).toContain('/rounds/2026-11-19')
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => path?.startsWith('/u/'))).toEqual([])
  expect(asked).toContain('/api/v1/rounds?page=2')
})

test('the sitemap fails rather than lacks a list, and is whole at the next request', async () => {
  const { files, refuse } = setUp()
  refuse(true)
  await expect(async () => files.sitemap()).toThrow('no list at /')
  refuse(false)
  expect(await files.sitemap()).toContain('/rounds/2026-11-19')
})

test('the sitemap is built at most once an hour', async () => {
  const { files, asked, clock } = setUp()
  await files.sitemap()
  const before = asked.length
  clock.advance(HOUR_MS - 1)
  await files.sitemap()
  expect(asked.length).toBe(before)
  clock.advance(1)
  await files.sitemap()
  expect(asked.length).toBe(2 * before)
})

test('robots.txt names the sitemap and excludes what is for members', () => {
  const text = setUp().files.robots()
  expect(text).toContain('Disallow: /boards/frees/view/')
  expect(text).toContain('Sitemap: https://site.example/sitemap.xml')
})
