import { Value } from '@sinclair/typebox/value'
import { readRecord } from '#api/web/cards/data.ts'
import { type ReadApi, readList } from '#api/web/guest-reader.ts'
import { PostDetail, PostList } from '#shared/contract/posts.ts'
import { RoundDetail, RoundList } from '#shared/contract/rounds.ts'
import { type UserVote, UserVotes } from '#shared/contract/users.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { feedTexts } from '#shared/i18n/screens/feeds.ts'
import { translator } from '#shared/i18n/text.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import {
  boardPath,
  boardViewPath,
  PATHS,
  roundPath,
  userPath,
  voteViewPath,
} from '#shared/rules/paths.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import type { Feed, FeedEntry } from './atom.ts'

/** A feed without its own address and language; its page is a path. */
type FeedContent = Pick<Feed, 'page' | 'title' | 'entries'>

export interface FeedSource {
  read: ReadApi
  locale: Locale
  /** Public origin of the site. */
  origin: string
  /** Removes everything from stored HTML that the content policy does not list. */
  sanitize: (html: string) => string
}

function wording(locale: Locale) {
  return {
    t: translator(feedTexts, locale),
    core: translator(marketTexts, locale),
    format: createFormat(locale, 'UTC'),
  }
}

const later = (one: string, other: string) => (one > other ? one : other)

/** The newest posts of a board whose posts guests may read. */
export async function readBoardFeed(
  { read, locale, origin, sanitize }: FeedSource,
  board: 'notices' | 'suggestions',
): Promise<FeedContent> {
  const { t } = wording(locale)
  const { posts } = await readList(read, `/posts/${board}`, PostList)
  const details = await Promise.all(posts.map(({ id }) => read(`/posts/${board}/${id}`)))
  const entries = details
    .filter((post) => Value.Check(PostDetail, post))
    .map(
      (post): FeedEntry => ({
        url: origin + boardViewPath(board, post.id),
        title: post.title,
        author:
          post.nickname === DELETED_NICKNAME
            ? t('deleted')
            : t('author', { code: post.uniqueCode }),
        published: post.created,
        updated: post.updated ?? post.created,
        content: sanitize(post.content),
      }),
    )
  return { page: boardPath(board), title: t(`title.${board}`), entries }
}

function lockedText(vote: UserVote, { t, format }: ReturnType<typeof wording>): string {
  const offer = storedOffer(vote.voteChoice, vote.offer, vote.carried)
  if (offer.kind === 'points') {
    return t('call.offer', { hit: format.signed(offer.hit), miss: format.signed(offer.miss) })
  }
  return offer.kind === 'carried'
    ? t('call.carried', { points: format.signed(offer.carried) })
    : t('call.unpriced')
}

function voteEntry(vote: UserVote, code: string, { locale, origin }: FeedSource): FeedEntry {
  const words = wording(locale)
  const { t, core, format } = words
  const { voteChoice, result, targetTime, created, enteredAt = created } = vote
  const choice = directionText({ t: core, format }, voteChoice, vote.refPrice)
  const date = format.utcDay(Date.parse(targetTime) - WEEK_MS)
  const state =
    result === 'wait' || vote.points === null
      ? t('call.wait')
      : t(`call.${result}`, { points: format.signed(vote.points) })
  return {
    url: origin + voteViewPath(vote.id),
    title: t('call.title', { choice, date }),
    author: t('author', { code }),
    published: created,
    updated: result === 'wait' ? enteredAt : later(targetTime, enteredAt),
    summary: `${lockedText(vote, words)} ${state}`,
  }
}

/** The newest calls of a person, without their notes; null for unknown, erased and banned people. */
export async function readUserFeed(source: FeedSource, code: string): Promise<FeedContent | null> {
  const { read, locale } = source
  const [record, votes] = await Promise.all([readRecord(read, code), read(`/users/${code}/votes`)])
  if (!record || !Value.Check(UserVotes, votes)) return null
  return {
    page: userPath(record.code),
    title: wording(locale).t('title.user', { code: record.code }),
    entries: votes.posts.map((vote) => voteEntry(vote, record.code, source)),
  }
}

function roundEntry(round: RoundDetail, { locale, origin }: FeedSource): FeedEntry {
  const { t, core, format } = wording(locale)
  const { refPrice, settlement, outcome, receipts, checkpoint } = round
  const price = (value: string) => format.price(value, 2)
  const texts = [
    refPrice && t('round.reference', { price: price(refPrice) }),
    receipts && t('round.tree', { root: receipts.root }),
    outcome === 'void' && t(settlement ? 'round.voidReference' : 'round.void'),
    outcome !== null &&
      outcome !== 'void' &&
      settlement &&
      t('round.settled', {
        price: price(settlement.price),
        outcome: directionText({ t: core, format }, outcome, refPrice),
      }),
    checkpoint && t('round.closed', { votes: checkpoint.votes, checkpoint: checkpoint.note }),
  ]
  const refDate = Date.parse(round.refDate)
  return {
    url: origin + roundPath(refDate),
    title: t('round.title', { date: format.utcDay(refDate) }),
    author: core('app.name'),
    published: round.closesAt,
    updated: round.settledAt ?? checkpoint?.sealedAt ?? round.closesAt,
    summary: texts.filter(Boolean).join(' '),
  }
}

/** The newest closed rounds, with the whole signed checkpoints for third parties to keep. */
export async function readRoundsFeed(source: FeedSource): Promise<FeedContent> {
  const { read, locale } = source
  const { posts } = await readList(read, '/rounds', RoundList)
  const closed = posts.filter(({ status }) => status !== 'live')
  const details = await Promise.all(closed.map(({ targetDate }) => read(`/rounds/${targetDate}`)))
  return {
    page: PATHS.rounds,
    title: wording(locale).t('title.rounds'),
    entries: details
      .filter((round) => Value.Check(RoundDetail, round))
      .map((round) => roundEntry(round, source)),
  }
}
