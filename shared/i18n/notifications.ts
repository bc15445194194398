import type { Notification } from '#shared/contract/notifications.ts'
import { PATHS, roundPath, voteViewPath, weekPath } from '#shared/rules/paths.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import { CONTACT } from './contact.ts'
import { directionText } from './direction.ts'
import { createFormat, type Format } from './format.ts'
import type { Locale } from './locale.ts'
import { marketTexts } from './market.ts'
import { texts, translator } from './text.ts'

export const pushTexts = texts(
  {
    'settled.HIT': 'Your call was right: {points} points',
    'settled.MISS': 'Your call was wrong: {points} points',
    'settled.body': '{direction}. Settled {settles}.',
    'settled.hidden': 'Settled {settles}.',
    'settled.void': 'Your round is void: 0 points',
    'settled.voidBody': '{direction}. No exchange price was found to settle it, {settles}.',
    'settled.voidHidden': 'No exchange price was found to settle it, {settles}.',
    'settled.plain': 'Your round was settled',
    'closing.title': 'Last hour to make your call',
    'closing.body': 'Calls close {closes} and settle {settles}. You have not made one.',
    'opened.title': 'A new round is open',
    'opened.body': 'Calls close {closes} and settle {settles}.',
    'season.title': 'Season {year} Q{quarter} is final: rank {rank} of {members}',
    'season.body': '{points} points.',
    'level.above': '▲ At or above your alert price: {price}',
    'level.below': '▼ Below your alert price: {price}',
    'level.body': 'BTC/USDT has crossed {level}.',
    'flip.right': 'Your call is right at this price',
    'flip.left': 'Your call is no longer right at this price',
    'flip.body': '{direction}. BTC/USDT {price}; settles {settles}.',
    'flip.hidden': 'BTC/USDT {price}; settles {settles}.',
    'worth.above': 'Your open calls are worth {worth} points now, at or above {mark}',
    'worth.below': 'Your open calls are worth {worth} points now, below {mark}',
    'worth.body': 'BTC/USDT {price}.',
    'test.title': 'This is a test',
    'test.body': 'Alerts of Tidemark reach this device.',
    'brief.title': 'BTC/USDT {price}',
    'brief.monday': "{change} on Monday's reference",
    'brief.thursday': "{change} on Thursday's reference",
    'brief.rounds': '{changes}.',
    'brief.calls': 'Your open calls: {points} points.',
    'brief.callsSince': 'Your open calls: {points} points ({change} since {time}).',
    'brief.lastWeek': 'Last week: {points} points.',
    'brief.end': 'Calls close and a round settles {time}.',
    'security.link': 'Sign-in method added: {provider}',
    'security.unlink': 'Sign-in method removed: {provider}',
    'security.export': 'Your data was downloaded',
    'security.delete': 'Your account was deleted',
    'security.body':
      'If this was not you, sign in, remove what you do not know and sign out everywhere.',
    'security.deleteBody': 'If this was not you, write to {contact} at once.',
    'provider.google': 'Google',
    'provider.kakao': 'Kakao',
    'provider.naver': 'Naver',
    'provider.apple': 'Apple',
    'provider.local': 'Trial sign-in',
  },
  {
    'settled.HIT': '예측이 맞았습니다: {points}점',
    'settled.MISS': '예측이 빗나갔습니다: {points}점',
    'settled.body': '{direction}. 결과 시각 {settles}.',
    'settled.hidden': '결과 시각 {settles}.',
    'settled.void': '라운드가 무효로 처리되었습니다: 0점',
    'settled.voidBody': '{direction}. 결과 시각({settles})에 거래소 가격이 없었습니다.',
    'settled.voidHidden': '결과 시각({settles})에 거래소 가격이 없었습니다.',
    'settled.plain': '라운드 결과가 나왔습니다',
    'closing.title': '예측 마감까지 한 시간 남았습니다',
    'closing.body': '마감 {closes}, 결과 시각 {settles}. 아직 예측하지 않았습니다.',
    'opened.title': '새 라운드가 열렸습니다',
    'opened.body': '마감 {closes}, 결과 시각 {settles}.',
    'season.title': '{year}년 {quarter}분기 시즌 확정: {members}명 중 {rank}위',
    'season.body': '{points}점.',
    'level.above': '▲ 알림 가격 이상: {price}',
    'level.below': '▼ 알림 가격 미만: {price}',
    'level.body': 'BTC/USDT가 알림 가격({level})을 지났습니다.',
    'flip.right': '현재 가격이면 예측이 적중합니다',
    'flip.left': '현재 가격이면 예측이 적중하지 않습니다',
    'flip.body': '{direction}. BTC/USDT {price}, 결과 시각 {settles}.',
    'flip.hidden': 'BTC/USDT {price}, 결과 시각 {settles}.',
    'worth.above': '결과 전 내 예측의 가치가 {mark}점 이상입니다: {worth}점',
    'worth.below': '결과 전 내 예측의 가치가 {mark}점 미만입니다: {worth}점',
    'worth.body': 'BTC/USDT {price}.',
    'test.title': '시험 알림입니다',
    'test.body': '이 기기에서 Tidemark 알림을 받을 수 있습니다.',
    'brief.title': 'BTC/USDT {price}',
    'brief.monday': '월요일 기준가 대비 {change}',
    'brief.thursday': '목요일 기준가 대비 {change}',
    'brief.rounds': '{changes}.',
    'brief.calls': '결과 전 내 예측: {points}점.',
    'brief.callsSince': '결과 전 내 예측: {points}점({time} 이후 {change}점).',
    'brief.lastWeek': '지난주: {points}점.',
    'brief.end': '예측 마감 및 결과 시각 {time}.',
    'security.link': '로그인 방법이 추가되었습니다: {provider}',
    'security.unlink': '로그인 방법이 삭제되었습니다: {provider}',
    'security.export': '내 데이터가 다운로드되었습니다',
    'security.delete': '계정이 삭제되었습니다',
    'security.body':
      '본인이 한 일이 아니라면 로그인하여 모르는 로그인 방법을 삭제하고 모든 기기에서 로그아웃해 주세요.',
    'security.deleteBody': '본인이 한 일이 아니라면 즉시 {contact}로 연락해 주세요.',
    'provider.google': 'Google',
    'provider.kakao': '카카오',
    'provider.naver': '네이버',
    'provider.apple': 'Apple',
    'provider.local': '체험용 로그인',
  },
)

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
  },
  /** False where others may read along, as on a lock screen: the text names no direction of a call. */
  showsDirection?: boolean,
) => NotificationText {
  const t = translator(pushTexts, locale)
  const core = translator(marketTexts, locale)

  const settled = (
    settles: string,
    { refDate, refPrice }: NonNullable<Notification['round']>,
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
    if (vote.result !== 'HIT' && vote.result !== 'MISS') {
      const body = t(showsDirection ? 'settled.voidBody' : 'settled.voidHidden', values)
      return { title: t('settled.void'), body, path }
    }
    const title = t(`settled.${vote.result}`, { points: format.signed(vote.points) })
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
    const { price, rounds, openCalls, lastWeek, periodEnd } = brief
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
    ]
    const body = lines.filter((line) => typeof line === 'string').join(' ')
    const path = lastWeek ? weekPath(lastWeek.week) : PATHS.home
    return { title: t('brief.title', { price: format.price(price, 0) }), body, path }
  }

  return (notification, showsDirection = true) => {
    const { kind, round, vote, season, security, level, flip, worth, brief } = notification
    if (security) return about(security)
    if (level) return crossed(level)
    if (flip) return flipped(flip, showsDirection)
    if (worth) return swung(worth)
    if (brief) return ofDay(brief)
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
