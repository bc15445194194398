import type { Clock } from '#api/infrastructure/clock.ts'
import { type PreparedReply, prepareBytes } from '#api/infrastructure/prepared-reply.ts'
import type { Replies, Source } from '#api/modules/reply-topics.ts'
import { createGuestReader, type FetchApi, type ReadApi } from '#api/web/guest-reader.ts'
import { type PageContent, pageFreshness, pageMaxAge } from '#api/web/page-freshness.ts'
import { pageLocale } from '#api/web/page-locale.ts'
import { createRenderLimit } from '#api/web/render-limit.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { cardPaths } from '#shared/rules/paths.ts'
import { roundStartOn } from '#shared/rules/schedule.ts'
import { recordCard, roundCard, siteCard, voteCard } from './cards.ts'
import { readRecord, readRound, readVote } from './data.ts'
import type { CardElement } from './element.ts'
import type { FrameOptions } from './frame.ts'
import type { CardRenderer } from './renderer.ts'

interface CardsDeps {
  renderer: Pick<CardRenderer, 'draw'>
  replies: Pick<Replies, 'get'>
  clock: Pick<Clock, 'now'>
  /** Public origin of the site. */
  origin: string
  fetchApi: FetchApi
}

type MakeCard = (options: FrameOptions) => CardElement

/** A kind of card: its paths and data; null data make the card of the site. */
interface CardKind extends PageContent {
  pattern: RegExp
  read: (read: ReadApi, name: string) => Promise<MakeCard | null>
}

const RECORDS = ['vote', 'round', 'season', 'nickname', 'moderation'] as const

const KINDS: readonly CardKind[] = [
  {
    pattern: cardPaths.round.pattern,
    // No event announces the candles of its chart.
    isLive: true,
    topics: RECORDS,
    read: async (read, date) => {
      const refDate = roundStartOn(date)
      const round = refDate === null ? null : await readRound(read, refDate)
      return round && ((options) => roundCard(round, options))
    },
  },
  {
    pattern: cardPaths.call.pattern,
    isLive: true,
    topics: RECORDS,
    read: async (read, id) => {
      const found = await readVote(read, Number(id))
      return found && ((options) => voteCard(found.vote, found.round, options))
    },
  },
  {
    pattern: cardPaths.user.pattern,
    // Nor the ranks that follow a settlement.
    isLive: true,
    topics: RECORDS,
    read: async (read, code) => {
      const record = await readRecord(read, code)
      return record && ((options) => recordCard(record, options))
    },
  },
]

/** Stored by all, and used after a check of the ETag only: hidden people vanish at once. */
const HEADERS = {
  'cache-control': 'public, no-cache',
  // The desktop app copies them to the clipboard.
  'access-control-allow-origin': '*',
}

/** Picture cards of links, drawn on request. */
export function createCards({ renderer, replies, clock, origin, fetchApi }: CardsDeps) {
  const read = createGuestReader(fetchApi)
  const admit = createRenderLimit(clock)
  const { host } = new URL(origin)
  /** Contents of pictures: most events change no figure of a card. */
  const contents = new WeakMap<PreparedReply, string>()

  const draw = async (card: CardElement, previous: PreparedReply | null, maxAgeMs: number) => {
    const content = JSON.stringify(card)
    if (previous && contents.get(previous) === content) return previous
    const body = await renderer.draw(card)
    const options = { type: 'image/png', vary: 'Accept-Language, Cookie', headers: HEADERS }
    const reply = prepareBytes(body, { ...options, maxAgeMs })
    contents.set(reply, content)
    return reply
  }

  const siteSource = (locale: Locale): Source => ({
    key: `${cardPaths.site.path} ${locale}`,
    topics: [],
    build: (previous) => draw(siteCard({ locale, host }), previous, Number.POSITIVE_INFINITY),
  })

  return {
    /** Drawing takes about 100 ms of CPU. */
    points: 10,

    /**
     * The card that a request asks for; null for other paths. Its build rejects with ApiError NOT_READY or
     * PagesBusyError when too many cards wait.
     */
    find(request: Request): Source | null {
      const { pathname } = new URL(request.url)
      const locale = pageLocale(request)
      if (cardPaths.site.pattern.test(pathname)) return siteSource(locale)
      for (const kind of KINDS) {
        const name = kind.pattern.exec(pathname)?.[1]
        if (name === undefined) continue
        const build: Source['build'] = async (previous) => {
          admit(previous === null)
          const make = await kind.read(read, name)
          if (!make) return replies.get(siteSource(locale))
          return draw(make({ locale, host }), previous, pageMaxAge(kind))
        }
        return { key: `${pathname} ${locale}`, ...pageFreshness(kind), isOneOfMany: true, build }
      }
      return null
    },
  }
}
