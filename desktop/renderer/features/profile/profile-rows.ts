import type { UserClaims } from '#shared/contract/auth.ts'
import type { Profile } from '#shared/contract/profile.ts'
import type { Format } from '#shared/i18n/format.ts'
import type { profileTexts } from '#shared/i18n/screens/profile.ts'
import type { Translate } from '#shared/i18n/text.ts'
import { realEmail } from '#shared/rules/email.ts'
import { SEASON_MIN_CALLS } from '#shared/rules/season.ts'

type T = Translate<(typeof profileTexts)['en-US']>

/** A row of the table below the nickname; `value` is null until it is known. */
export interface Row {
  label: string
  value: string | null
  /** Set in a monospaced font. */
  isCode?: boolean
}

function rankText(profile: Profile, t: T, format: Format): string {
  if (profile.calls < SEASON_MIN_CALLS) {
    const values = { calls: format.count(profile.calls), needed: format.count(SEASON_MIN_CALLS) }
    return t('profile.unranked', values)
  }
  if (profile.rank !== null) return t('profile.rankValue', { rank: format.count(profile.rank) })
  if (profile.ranksFrom !== null) {
    return t('profile.ranksFrom', { time: format.date(Date.parse(profile.ranksFrom)) })
  }
  return t('profile.rankFar')
}

/**
 * Rows of the profile table: from the token's claims, then from `profile` once it is loaded. Rank
 * and settled votes are not in the token.
 */
export function profileRows(
  claims: UserClaims,
  profile: Profile | undefined,
  t: T,
  format: Format,
): Row[] {
  const known = profile ?? claims
  const instant = (text: string) => format.date(Date.parse(text))
  const rows: Row[] = [
    { label: t('profile.uniqueCode'), value: known.uniqueCode, isCode: true },
    { label: t('profile.email'), value: realEmail(known.email) ?? t('profile.emailNone') },
    {
      label: t('profile.points'),
      value: t('profile.pointsValue', { points: format.signed(known.points) }),
    },
    { label: t('profile.rank'), value: profile ? rankText(profile, t, format) : null },
    {
      label: t('profile.settledVotes'),
      value: profile ? format.count(profile.settledVotes) : null,
    },
    {
      label: t('profile.lastVote'),
      value: known.lastVoteTime === 0 ? t('profile.never') : format.date(known.lastVoteTime),
    },
    { label: t('profile.joined'), value: instant(known.created) },
    { label: t('profile.lastLogin'), value: instant(known.lastLogin) },
    { label: t('profile.loginCount'), value: format.count(known.loginCount) },
    { label: t('profile.loginMethod'), value: t(`profile.method.${known.loginMethod}`) },
  ]
  if (known.is_admin === 0) return rows
  return [...rows, { label: t('profile.adminLevel'), value: format.count(known.is_admin) }]
}
