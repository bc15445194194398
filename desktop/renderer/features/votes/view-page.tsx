import { useId } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useBlocked } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { voteIdOf } from '#desktop/renderer/features/posts/list-url.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { PATHS, voteViewPath } from '#shared/rules/paths.ts'
import { useVote } from './api.ts'
import { NoteThread } from './components/note-thread.tsx'
import {
  PageNotice,
  RequireUser,
  SignInToRead,
  VoteFailure,
  VoteRequired,
} from './components/page-notice.tsx'
import { ReadingLock } from './components/reading-lock.tsx'
import { VoteArticle } from './components/vote-article.tsx'
import { VoteList } from './components/vote-list.tsx'
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
          {(userId) => <Vote id={id} userId={userId} heading={heading} back={back} />}
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

interface VoteProps {
  id: number
  userId: number
  heading: string
  back: string
}

function Vote({ id, userId, heading, back }: VoteProps) {
  const { pageText } = useVotePageText()
  const { data: vote, error, refetch } = useVote(id)
  const { isKnown } = useBlocked()
  if (error instanceof ApiFailure && error.code === 'VOTE_REQUIRED') {
    return <VoteRequired id={id} heading={heading} from={voteViewPath(id)} back={back} />
  }
  if (error instanceof ApiFailure && error.code === 'READING_LOCKS') {
    return <ReadingLock id={id} heading={heading} back={back} />
  }
  if (vote && isKnown) {
    const isMine = vote.uid === userId
    return (
      <>
        <VoteArticle vote={vote} isMine={isMine} back={back} />
        <NoteThread key={id} vote={vote} isMine={isMine} />
      </>
    )
  }
  if (error && !vote) {
    return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} back={back} />
  }
  return (
    <div className={styles.waiting}>
      <h1>{heading}</h1>
      <Loading text={pageText('view.loading')} />
    </div>
  )
}
