import { useSearchParams } from 'react-router-dom'
import { pageOf } from '#desktop/renderer/components/list-address.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './list-page.module.css'
import { RoundStrip } from './round-strip.tsx'
import { useVoteWords } from './use-vote-words.ts'
import { VoteButton } from './vote-button.tsx'
import { VoteList } from './vote-list.tsx'

/** The list of votes with the live round above it. */
export function ListPage() {
  const { t, core } = useVoteWords()
  const [search] = useSearchParams()
  return (
    <div className={styles.page}>
      <title>{`${t('list.title')} · ${core('app.name')}`}</title>
      <div className={styles.top}>
        <h1>{t('list.heading')}</h1>
        <VoteButton />
      </div>
      <RoundStrip />
      <VoteList page={pageOf(search)} path={PATHS.votes} />
    </div>
  )
}
