import type { Notification, ThreadNotice } from '#shared/contract/notifications.ts'
import {
  boardViewPath,
  PATHS,
  replyPath,
  roundPath,
  voteViewPath,
  weekPath,
} from '#shared/rules/paths.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import { CONTACT } from './contact.ts'
import { directionText } from './direction.ts'
import { createFormat, type Format } from './format.ts'
import type { Locale } from './locale.ts'
import { marketTexts } from './market.ts'
import { pushTexts } from './notification-texts.ts'
import { translator } from './text.ts'

/** Providers with a name; others are named by their host. */
const PROVIDERS = ['google', 'kakao', 'naver', 'apple', 'local'] as const

/** Text of a notification and the path that it leads to. */
export interface NotificationText {
  title: string
  body: string
  path: string
}

/** Formats notifications in a language; `zone` is the IANA time zone of their instants. */
export function notificationWriter(
  locale: Locale,
  zone: string,
  format: Format = createFormat(locale, zone),
): (
  notification: Pick<Notification, 'kind' | 'round' | 'vote' | 'season'> & {
    security?: Notification['security']
    level?: Notification['level']
    flip?: Notification['flip']
    worth?: Notification['worth']
    brief?: Notification['brief']
    thread?: Notification['thread']
  },
  /** False where others may read along, as on a lock screen: the text names no direction of a call. */
  showsDirection?: boolean,
) => NotificationText {
  const t = translator(pushTexts, locale)
  const core = translator(marketTexts, locale)

  const settled = (
    settles: string,
    { refDate, refPrice, outcome }: NonNullable<Notification['round']>,
    vote: Notification['vote'],
    showsDirection: boolean,
  ) => {
    if (!vote) {
      return { title: t('settled.plain'), body: settles, path: roundPath(Date.parse(refDate)) }
    }
    const values = {
      direction: directionText({ t: core, format }, vote.direction, refPrice),
      settles,
    }
    const path = voteViewPath(vote.id)
    if (outcome === 'void') {
      const body = t(showsDirection ? 'settled.voidBody' : 'settled.voidHidden', values)
      return { title: t('settled.void'), body, path }
    }
    const key = vote.result === 'HIT' || vote.result === 'MISS' ? vote.result : 'carried'
    const title = t(`settled.${key}`, { points: format.signed(vote.points) })
    return { title, body: t(showsDirection ? 'settled.body' : 'settled.hidden', values), path }
  }

  const about = ({ act, provider }: NonNullable<Notification['security']>): NotificationText => {
    const name = PROVIDERS.find((kind) => kind === provider)
    const title = t(`security.${act}`, {
      provider: name ? t(`provider.${name}`) : (provider ?? ''),
    })
    return act === 'delete'
      ? { title, body: t('security.deleteBody', { contact: CONTACT }), path: PATHS.home }
      : { title, body: t('security.body'), path: PATHS.account }
  }

  const crossed = ({ level, side, price, note }: NonNullable<Notification['level']>) => {
    const body = t('level.body', { level: format.price(level, 2) })
    return {
      title: t(`level.${side}`, { price: format.price(price, 2) }),
      body: note === '' ? body : `${note}\n${body}`,
      path: PATHS.votes,
    }
  }

  const flipped = (flip: NonNullable<Notification['flip']>, showsDirection: boolean) => {
    const { voteId, targetDate, refPrice, direction, isRight, price } = flip
    const values = {
      direction: directionText({ t: core, format }, direction, refPrice),
      price: format.price(price, 2),
      settles: format.shortDate(Date.parse(targetDate)),
    }
    const title = t(isRight ? 'flip.right' : 'flip.left')
    return {
      title,
      body: t(showsDirection ? 'flip.body' : 'flip.hidden', values),
      path: voteViewPath(voteId),
    }
  }

  const swung = ({ side, worth, mark, price }: NonNullable<Notification['worth']>) => ({
    title: t(`worth.${side}`, { worth: format.signed(worth), mark: format.signed(mark) }),
    body: t('worth.body', { price: format.price(price, 2) }),
    path: PATHS.profile,
  })

  const ofDay = (brief: NonNullable<Notification['brief']>) => {
    const { price, rounds, openCalls, lastWeek, periodEnd, replies = 0 } = brief
    const changes = rounds.map(({ refDate, change }) => {
      const isMonday = new Date(refDate).getUTCDay() === 1
      return t(isMonday ? 'brief.monday' : 'brief.thursday', { change: format.move(change) })
    })
    const calls = openCalls && {
      points: format.signed(openCalls.points),
      change: format.signed(openCalls.change ?? 0),
      time: format.time(Date.parse(openCalls.since)),
    }
    const lines = [
      changes.length > 0 && t('brief.rounds', { changes: changes.join(', ') }),
      calls && t(openCalls.change === null ? 'brief.calls' : 'brief.callsSince', calls),
      lastWeek && t('brief.lastWeek', { points: format.signed(lastWeek.points) }),
      periodEnd && t('brief.end', { time: format.shortDate(Date.parse(periodEnd)) }),
      replies > 0 && t('brief.replies', { count: format.count(replies) }),
    ]
    const body = lines.filter((line) => typeof line === 'string').join(' ')
    const path = lastWeek ? weekPath(lastWeek.week) : PATHS.home
    return { title: t('brief.title', { price: format.price(price, 0) }), body, path }
  }

  const threadTitle = ({ replies, mentions, author }: ThreadNotice) => {
    if (replies > 1) {
      const counts = { count: format.count(replies), mentions: format.count(mentions) }
      if (mentions === 0) return t('thread.replies', counts)
      return t(mentions === 1 ? 'thread.repliesOneMention' : 'thread.repliesMentions', counts)
    }
    const key = mentions > 0 ? 'thread.mention' : 'thread.reply'
    return author ? t(key, { name: author.nickname }) : t(`${key}Unnamed`)
  }

  const inThread = (thread: ThreadNotice): NotificationText => {
    const { target, id, boardType, title, replyId } = thread
    const page = target === 'vote' ? voteViewPath(id) : boardType && boardViewPath(boardType, id)
    return {
      title: threadTitle(thread),
      body: title === null ? t(`thread.${target}`) : t('thread.titled', { title }),
      path: page ? replyPath(page, replyId) : PATHS.boards,
    }
  }

  return (notification, showsDirection = true) => {
    const { kind, round, vote, season, security, level, flip, worth, brief, thread } = notification
    if (security) return about(security)
    if (level) return crossed(level)
    if (flip) return flipped(flip, showsDirection)
    if (worth) return swung(worth)
    if (brief) return ofDay(brief)
    if (thread) return inThread(thread)
    if (kind === 'test') return { title: t('test.title'), body: t('test.body'), path: PATHS.alerts }
    if (round) {
      const { targetDate, closesAt } = roundOfTarget(Date.parse(round.targetDate))
      const settles = format.shortDate(targetDate)
      if (kind === 'settled') return settled(settles, round, vote, showsDirection)
      const values = { settles, closes: format.shortDate(closesAt) }
      return kind === 'closing'
        ? { title: t('closing.title'), body: t('closing.body', values), path: PATHS.voteWrite }
        : { title: t('opened.title'), body: t('opened.body', values), path: PATHS.voteWrite }
    }
    const { season: name = '', rank = 0, rankedMembers = 0, points = 0 } = season ?? {}
    const title = t('season.title', {
      year: name.slice(0, 4),
      quarter: name.slice(-1),
      rank: format.count(rank ?? 0),
      members: format.count(rankedMembers),
    })
    const body = t('season.body', { points: format.signed(points) })
    return { title, body, path: `${PATHS.ranking}?season=${name}` }
  }
}
