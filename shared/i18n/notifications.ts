import type { Notification } from '#shared/contract/notifications.ts'
import { PATHS, roundPath, voteViewPath } from '#shared/rules/paths.ts'
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
    'settled.void': 'Your round is void: 0 points',
    'settled.voidBody': '{direction}. No exchange price was found to settle it, {settles}.',
    'settled.plain': 'Your round was settled',
    'closing.title': 'Last hour to make your call',
    'closing.body': 'Calls close {closes} and settle {settles}. You have not made one.',
    'opened.title': 'A new round is open',
    'opened.body': 'Calls close {closes} and settle {settles}.',
    'season.title': 'Season {year} Q{quarter} is final: rank {rank} of {members}',
    'season.body': '{points} points.',
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
    'settled.void': '라운드가 무효로 처리되었습니다: 0점',
    'settled.voidBody': '{direction}. 결과 시각({settles})에 거래소 가격이 없었습니다.',
    'settled.plain': '라운드 결과가 나왔습니다',
    'closing.title': '예측 마감까지 한 시간 남았습니다',
    'closing.body': '마감 {closes}, 결과 시각 {settles}. 아직 예측하지 않았습니다.',
    'opened.title': '새 라운드가 열렸습니다',
    'opened.body': '마감 {closes}, 결과 시각 {settles}.',
    'season.title': '{year}년 {quarter}분기 시즌 확정: {members}명 중 {rank}위',
    'season.body': '{points}점.',
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
  },
) => NotificationText {
  const t = translator(pushTexts, locale)
  const core = translator(marketTexts, locale)

  const settled = (
    settles: string,
    { refDate, refPrice }: NonNullable<Notification['round']>,
    vote: Notification['vote'],
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
      return { title: t('settled.void'), body: t('settled.voidBody', values), path }
    }
    const title = t(`settled.${vote.result}`, { points: format.signed(vote.points) })
    return { title, body: t('settled.body', values), path }
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

  return ({ kind, round, vote, season, security }) => {
    if (security) return about(security)
    if (round) {
      const { targetDate, closesAt } = roundOfTarget(Date.parse(round.targetDate))
      const settles = format.shortDate(targetDate)
      if (kind === 'settled') return settled(settles, round, vote)
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
