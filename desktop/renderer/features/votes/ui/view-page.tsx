import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onPage, pageOf } from '#desktop/renderer/components/list-address.ts'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useVote } from '#desktop/renderer/features/votes/api/vote-detail.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { PATHS, voteViewPath } from '#shared/rules/paths.ts'
import { Refusal } from './refusal.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import { usePostWords } from './use-post-words.ts'
import styles from './view-page.module.css'
import { VoteArticle } from './vote-article.tsx'
import { VoteFailure } from './vote-failure.tsx'
import { VoteList } from './vote-list.tsx'
import { VoteRequired } from './vote-required.tsx'

/** One vote, and the page of the list that one came from below it. */
export function ViewPage({ id }: { id: number | null }) {
  const { p, t, core } = usePostWords()
  const [search] = useSearchParams()
  const page = pageOf(search)
  const back = onPage(PATHS.votes, page)
  const heading = id === null ? t('list.title') : p('view.title', { id })
  const listId = useId()
  return (
    <div className={styles.page}>
      <title>{`${heading} · ${core('app.name')}`}</title>
      {id === null ? (
        <Refusal heading={heading} text={p('view.notFound')} back={back} />
      ) : (
        <SignedInOnly
          heading={heading}
          checking={core('login.checking')}
          from={onPage(voteViewPath(id), page)}
        >
          {(userId) => <Post id={id} userId={userId} heading={heading} back={back} />}
        </SignedInOnly>
      )}
      <section className={styles.list} aria-labelledby={listId}>
        <h2 id={listId}>{t('list.heading')}</h2>
        <VoteList
          page={page}
          path={id === null ? PATHS.votes : voteViewPath(id)}
          {...(id !== null && { currentId: id })}
        />
      </section>
    </div>
  )
}

interface PostProps {
  id: number
  userId: number
  heading: string
  back: string
}

function Post({ id, userId, heading, back }: PostProps) {
  const { p } = usePostWords()
  const { data: vote, error, refetch } = useVote(id)
  if (error instanceof ApiFailure && error.code === 'VOTE_REQUIRED') {
    return <VoteRequired heading={heading} from={voteViewPath(id)} back={back} />
  }
  if (vote) return <VoteArticle vote={vote} isMine={vote.uid === userId} back={back} />
  if (error) {
    return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} back={back} />
  }
  return (
    <div className={styles.waiting}>
      <h1>{heading}</h1>
      <Loading text={p('view.loading')} />
    </div>
  )
}
