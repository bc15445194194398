import { useSearchParams } from 'react-router-dom'
import { pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { OwnCallsSlot } from './components/own-calls-slot.tsx'
import { RoundStrip } from './components/round-strip.tsx'
import { VoteButton } from './components/vote-button.tsx'
import { VoteList } from './components/vote-list.tsx'
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
        <VoteButton />
      </div>
      <RoundStrip />
      <OwnCallsSlot />
      <VoteList page={pageOf(search)} path={PATHS.votes} />
    </div>
  )
}
