import { useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useMute } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply, ReplyPage } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Composer, type ComposerHandle } from './components/composer.tsx'
import { FollowSelect } from './components/follow-select.tsx'
import { ReplyList, type ReplyListHandle } from './components/reply-list.tsx'
import { ThreadControls } from './components/thread-controls.tsx'
import styles from './thread.module.css'
import { atThreadPlace, threadPlaceOf } from './thread-place.ts'
import type { ThreadSubject } from './thread-subject.ts'

/** The replies below a note or a post. */
export function Thread({ subject }: { subject: ThreadSubject }) {
  const t = useTexts(repliesTexts)
  const { format } = useLanguage()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const confirmLogin = useConfirmLogin()
  const isMuted = useMute() !== null
  const headingId = useId()
  const composer = useRef<ComposerHandle>(null)
  const list = useRef<ReplyListHandle>(null)
  const [page, setPage] = useState<ReplyPage | null>(null)
  const place = threadPlaceOf(query)
  const { thread, takesReplies } = subject
  const isGuest = session.status === 'guest'

  const answer = (reply: Reply) =>
    isGuest ? void confirmLogin(pathname + search, null) : composer.current?.quote(reply)
  const onSent = async ({ id }: Reply) => {
    const isListed = await list.current?.reveal(id)
    // The reader may have left for another screen, whose address is not the thread's to change.
    if (isListed || !list.current) return
    navigate({ search: atThreadPlace(query, { reply: id }) }, { preventScrollReset: true })
  }
  const { sort, filter } = place
  return (
    <section className={styles.thread} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>
          {t('thread.heading')}
          {page && <small> {format.count(page.total)}</small>}
        </h2>
        {session.status === 'user' && page?.follow && (
          <FollowSelect thread={thread} follow={page.follow} />
        )}
        <ThreadControls query={query} place={place} hasCalls={thread.target === 'vote'} />
      </div>
      <ReplyList
        key={`${thread.target} ${thread.id} ${sort} ${filter} ${session.status}`}
        subject={subject}
        place={place}
        addressOf={(id) => atThreadPlace(query, { reply: id })}
        onAnswer={takesReplies && !isMuted ? answer : null}
        onPage={setPage}
        ref={list}
      />
      {takesReplies && session.status === 'user' && (
        <Composer
          key={session.user.id}
          ref={composer}
          subject={subject}
          userId={session.user.id}
          onSent={(reply) => void onSent(reply)}
        />
      )}
      {takesReplies && isGuest && (
        <p className={styles.signIn}>
          <Link
            to={PATHS.login}
            replace
            state={{ from: pathname + search }}
            className={buttonClass('plain')}
            data-shortcut="reply"
          >
            {t('write.signIn')}
          </Link>
        </p>
      )}
    </section>
  )
}
