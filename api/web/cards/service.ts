import { LRUCache } from 'lru-cache'
import { type PreparedReply, prepareBytes } from '#api/infrastructure/prepared-reply.ts'
import { createGuestReader, type FetchApi, type ReadApi } from '#api/web/guest-reader.ts'
import type { Freshness, PageCache } from '#api/web/page-cache.ts'
import { languageInUrl, pageLocale } from '#api/web/page-locale.ts'
import { cardPaths } from '#shared/rules/card-paths.ts'
import { callCard, recordCard, roundCard, siteCard } from './cards.ts'
import { readCall, readRecord, readRound } from './data.ts'
import type { CardElement } from './element.ts'
import type { FrameOptions } from './frame.ts'
import type { CardRenderer } from './renderer.ts'

/** Pictures of about 50 kB. */
const MAX_PICTURES = 200

interface CardsDeps {
  renderer: Pick<CardRenderer, 'draw'>
  cache: PageCache
  /** Public origin of the site. */
  origin: string
  fetchApi: FetchApi
}

type MakeCard = (options: FrameOptions) => CardElement

/** A kind of card: its paths and data; null data make the card of the site. */
interface CardKind extends Freshness {
  pattern: RegExp
  read: (read: ReadApi, name: string) => Promise<MakeCard | null>
}

const RECORDS = ['vote', 'round', 'season', 'nickname', 'moderation'] as const

const KINDS: readonly CardKind[] = [
  { pattern: cardPaths.site.pattern, isLive: false, topics: [], read: async () => null },
  {
    pattern: cardPaths.round.pattern,
    // No event announces the candles of its chart.
    ...{ isLive: true, topics: RECORDS },
    read: async (read, date) => {
      const round = await readRound(read, Date.parse(`${date}T00:00:00Z`))
      return round && ((options) => roundCard(round, options))
    },
  },
  {
    pattern: cardPaths.call.pattern,
    ...{ isLive: true, topics: RECORDS },
    read: async (read, id) => {
      const found = await readCall(read, Number(id))
      return found && ((options) => callCard(found.call, found.round, options))
    },
  },
  {
    pattern: cardPaths.user.pattern,
    // Nor the ranks that follow a settlement.
    ...{ isLive: true, topics: RECORDS },
    read: async (read, code) => {
      const record = await readRecord(read, code)
      return record && ((options) => recordCard(record, options))
    },
  },
]

/** Stored by all, and used after a check of the ETag only: hidden people vanish at once. */
const HEADERS = { 'cache-control': 'public, no-cache' }

/** Picture cards of links, drawn on request. */
export function createCards({ renderer, cache, origin, fetchApi }: CardsDeps) {
  const read = createGuestReader(fetchApi)
  const { host } = new URL(origin)
  /** Drawn pictures by content: most events change no figure of a card. */
  const pictures = new LRUCache<string, Promise<PreparedReply>>({ max: MAX_PICTURES })

  const draw = async (card: CardElement) => {
    const body = await renderer.draw(card)
    const options = { type: 'image/png', vary: 'Accept-Language, Cookie', headers: HEADERS }
    return prepareBytes(body, options)
  }

  const pictureOf = (card: CardElement): Promise<PreparedReply> => {
    const content = JSON.stringify(card)
    const known = pictures.get(content)
    if (known) return known
    const drawn = draw(card)
    pictures.set(content, drawn)
    drawn.catch(() => pictures.delete(content))
    return drawn
  }

  return {
    /** Drawing takes about 100 ms of CPU. */
    points: 10,

    /**
     * Finds the card of a request: a function that returns the current reply; null for other paths. It
     * rejects with ApiError NOT_READY or PagesBusyError when too many cards wait.
     */
    find(request: Request): (() => Promise<PreparedReply>) | null {
      const { pathname } = new URL(request.url)
      for (const kind of KINDS) {
        const match = kind.pattern.exec(pathname)
        if (!match) continue
        const locale = pageLocale(request)
        const build = async () => {
          const make = (await kind.read(read, match[1] ?? '')) ?? siteCard
          return pictureOf(make({ locale, host }))
        }
        const key = `${pathname} ${locale} ${languageInUrl(request.url)}`
        return async () => cache.get(kind, key, build)
      }
      return null
    },
  }
}
