import { Link, useSearchParams } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'
import { OwnCallsSlot } from './components/own-calls-slot.tsx'
import { RoundStrip } from './components/round-strip.tsx'
import { VoteButton } from './components/vote-button.tsx'
import { VoteList } from './components/vote-list.tsx'
import { placeOf } from './list-filter.ts'
import styles from './list-page.module.css'
import { useVoteText } from './use-vote-text.ts'

/** The list of votes below the live round. */
export function Component() {
  const { t, core } = useVoteText()
  const [search] = useSearchParams()
  return (
    <div className={styles.page}>
      <title>{`${t('list.title')} · ${core('app.name')}`}</title>
      <div className={styles.top}>
        <h1>{t('list.heading')}</h1>
        <Link to={PATHS.desk} className={styles.desk}>
          {t('list.desk')}
        </Link>
        <VoteButton />
      </div>
      <RoundStrip />
      <OwnCallsSlot />
      <VoteList place={placeOf(search)} path={PATHS.votes} />
    </div>
  )
}
