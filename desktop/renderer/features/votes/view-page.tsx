import { useId } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { voteIdOf } from '#desktop/renderer/features/posts/list-url.ts'
import { PATHS, voteViewPath } from '#shared/rules/paths.ts'
import { PageNotice, RequireUser, SignInToRead } from './components/page-notice.tsx'
import { VoteList } from './components/vote-list.tsx'
import { VoteView } from './components/vote-view.tsx'
import { atPlace, placeOf } from './list-filter.ts'
import { useVotePageText } from './use-vote-page-text.ts'
import styles from './view-page.module.css'

/** One vote, and below it the page of the list that the reader came from. */
export function Component() {
  const { pageText, t, core } = useVotePageText()
  const id = voteIdOf(useParams().id)
  const [search] = useSearchParams()
  const place = placeOf(search)
  const back = atPlace(PATHS.votes, place)
  const heading = id === null ? t('list.title') : pageText('view.title', { id })
  const listId = useId()
  return (
    <div className={styles.page}>
      <title>{`${heading} · ${core('app.name')}`}</title>
      {id === null ? (
        <PageNotice heading={heading} text={pageText('view.notFound')} back={back} />
      ) : (
        <RequireUser
          heading={heading}
          checkingText={core('login.checking')}
          from={atPlace(voteViewPath(id), place)}
          guest={<SignInToRead id={id} heading={heading} from={atPlace(voteViewPath(id), place)} />}
        >
          {(userId) => (
            <VoteView
              key={id}
              id={id}
              userId={userId}
              heading={heading}
              from={voteViewPath(id)}
              back={back}
            />
          )}
        </RequireUser>
      )}
      <section className={styles.list} aria-labelledby={listId}>
        <h2 id={listId}>{t('list.heading')}</h2>
        <VoteList
          place={place}
          path={id === null ? PATHS.votes : voteViewPath(id)}
          {...(id !== null && { currentId: id })}
        />
      </section>
    </div>
  )
}
