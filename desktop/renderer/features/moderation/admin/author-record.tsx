import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ModeratedUser } from '#shared/contract/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import styles from './author-record.module.css'

/** Whether the user's writing is paused at `now` (epoch ms). */
export function isMuted(author: Pick<ModeratedUser, 'mutedUntil'>, now: number): boolean {
  return author.mutedUntil !== null && Date.parse(author.mutedUntil) > now
}

/** Record of an author for a decision: age of the account, settled votes, sanctions, past acts. */
export function AuthorRecord({ author }: { author: ModeratedUser }) {
  const t = useTexts(moderationAdminTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const date = (instant: string) => format.date(Date.parse(instant))
  const states = [
    author.bannedAt && t('case.state.banned', { time: date(author.bannedAt) }),
    author.mutedUntil &&
      isMuted(author, clock.now()) &&
      t('case.state.muted', { time: date(author.mutedUntil) }),
    author.isAdmin > 0 && t('case.state.admin', { level: author.isAdmin }),
  ].filter(Boolean)
  const facts = [
    [t('case.since'), date(author.created)],
    [t('case.settled'), format.count(author.settledVotes)],
    [t('case.past'), format.count(author.pastActs)],
    [t('case.state'), states.join(' · ') || t('case.state.fine')],
  ] as const
  return (
    <>
      <p className={styles.name}>
        {author.uniqueCode} <bdi>{author.nickname}</bdi>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
