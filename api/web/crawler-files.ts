import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { boardPath, boardViewPath, PATHS, roundPath } from '#shared/rules/paths.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { createGuestReader, type FetchApi, readList } from './guest-reader.ts'

/** Pages of each list in the sitemap; crawlers find older entries by links. */
const MAX_PAGES = 50

/** Pages without an address of their own data. */
const FIXED = [
  PATHS.home,
  PATHS.votes,
  PATHS.rounds,
  PATHS.ranking,
  PATHS.rules,
  PATHS.status,
  PATHS.verify,
  PATHS.modlog,
  boardPath('frees'),
  boardPath('notices'),
  boardPath('suggestions'),
  PATHS.terms,
  PATHS.privacy,
]

/** Paths of members, of forms and of the API. Not those with noindex, which a crawler must read to see it. */
const DISALLOWED = [
  '/api/',
  '/openapi/',
  '/login',
  '/profile',
  '/settings/',
  '/search',
  '/week/',
  '/admin',
  '/vote/write',
  '/vote/edit/',
  '/boards/*/write',
  '/boards/*/edit/',
  '/boards/frees/view/',
]

const Post = Type.Object({ id: Type.Integer() })
const Round = Type.Object({ refDate: Type.String() })

interface CrawlerFilesDeps {
  fetchApi: FetchApi
  /** Public origin of the site. */
  origin: string
  clock: Clock
}

/** robots.txt and sitemap.xml, which is rebuilt at most once an hour and lists no people. */
export function createCrawlerFiles({ fetchApi, origin, clock }: CrawlerFilesDeps) {
  const read = createGuestReader(fetchApi)

  /** Paths of the entries on the first pages of a list. */
  async function pathsOf<Item extends TSchema>(
    list: string,
    item: Item,
    pathOf: (item: Static<Item>) => string,
  ): Promise<string[]> {
    const schema = Type.Object({
      posts: Type.Array(item),
      pagination: Type.Object({ totalPages: Type.Integer() }),
    })
    const paths: string[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
      const path = `${list}${list.includes('?') ? '&' : '?'}page=${page}`
      const { posts, pagination } = await readList(read, path, schema)
      pages = pagination.totalPages
      paths.push(...posts.map(pathOf))
    }
    return paths
  }

  const listPaths = async (): Promise<string[]> => {
    const lists = await Promise.all([
      pathsOf('/posts/notices', Post, ({ id }) => boardViewPath('notices', id)),
      pathsOf('/posts/suggestions', Post, ({ id }) => boardViewPath('suggestions', id)),
      pathsOf('/rounds', Round, ({ refDate }) => roundPath(Date.parse(refDate))),
    ])
    return [...new Set([...FIXED, ...lists.flat()])]
  }

  let builtAt = Number.NEGATIVE_INFINITY
  const sitemap = cached(async () => {
    builtAt = clock.now()
    const urls = (await listPaths()).map((path) => `<url><loc>${origin}${path}</loc></url>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
  })

  return {
    robots: (): string =>
      [
        'User-agent: *',
        ...DISALLOWED.map((path) => `Disallow: ${path}`),
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n'),

    sitemap(): string | Promise<string> {
      if (clock.now() - builtAt >= HOUR_MS) sitemap.markStale()
      return sitemap.get()
    },
  }
}
