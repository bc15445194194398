import { useEffect, useRef, useState } from 'react'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { FoldedText } from '#desktop/renderer/features/blocks/folded-text.tsx'
import { useFold } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { Age } from '#desktop/renderer/features/market/live-time.tsx'
import { HiddenBadge } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { holdInView } from '#desktop/renderer/features/threads/hold-in-view.ts'
import { editPlaceOf, loadReplyDraft } from '#desktop/renderer/features/threads/reply-drafts.ts'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { useLanguage, useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { replyPath } from '#shared/rules/paths.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { EditForm } from './edit-form.tsx'
import styles from './reply.module.css'
import { ReplyActions } from './reply-actions.tsx'
import { ReplyCall, ReplyRecord } from './reply-call.tsx'
import { ReplyQuote } from './reply-quote.tsx'
import { ReplyText } from './reply-text.tsx'

interface ReplyRowProps {
  subject: ThreadSubject
  reply: Reply
  /** The reply that the address names: it is scrolled to. */
  isCurrent: boolean
  /** Query that shows a reply. */
  addressOf: (id: number) => string
  /** Null where nobody can reply. */
  onAnswer: ((reply: Reply) => void) | null
}

interface ShownProps extends ReplyRowProps {
  /** Puts the focus on the whole reply. */
  focus: () => void
}

/** A reply in its thread. */
export function ReplyRow(props: ReplyRowProps) {
  const { reply, isCurrent } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isCurrent || !row.current) return
    row.current.focus({ preventScroll: true })
    return holdInView(row.current)
  }, [isCurrent])
  const focus = () => row.current?.focus({ preventScroll: true })
  return (
    <li
      ref={row}
      id={`reply-${reply.id}`}
      className={styles.reply}
      tabIndex={-1}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {reply.state === 'deleted' ? <Deleted reply={reply} /> : <Shown {...props} focus={focus} />}
    </li>
  )
}

/** The place of a deleted reply. */
function Deleted({ reply }: { reply: Reply }) {
  const t = useTexts(repliesTexts)
  return (
    <p className={styles.gone}>
      {t('reply.deleted')} <Written reply={reply} />
    </p>
  )
}

function Shown({ subject, reply, addressOf, onAnswer, focus }: ShownProps) {
  const t = useTexts(repliesTexts)
  const { platform, clock } = useServices()
  const user = useUser()
  const isMine = user !== null && user.id === reply.uid
  /** The form of a draft opens by itself, but does not take the focus. */
  const [editing, setEditing] = useState<'restored' | 'opened' | null>(() => {
    const isRecent = clock.now() - Date.parse(reply.created) < DAY_MS
    if (!isMine || !isRecent) return null
    return loadReplyDraft(platform.preferences, editPlaceOf(reply.id), user.id) && 'restored'
  })
  const fold = useFold(reply)
  const isReadable = reply.state === 'shown' || reply.content !== ''
  return (
    <>
      <div className={styles.head}>
        <span className={styles.author}>
          <Author nickname={reply.nickname} uniqueCode={reply.uniqueCode} />
        </span>
        {isMine && <Badge tone="quiet">{t('reply.mine')}</Badge>}
        {reply.uid > 0 && reply.uid === subject.author.uid && !isMine && (
          <Badge tone="quiet">{t('reply.author')}</Badge>
        )}
        {subject.thread.target === 'vote' ? (
          <ReplyCall reply={reply} refPrice={subject.refPrice} />
        ) : (
          <ReplyRecord reply={reply} />
        )}
        {reply.state === 'hidden' && isReadable && <HiddenBadge />}
        <Written reply={reply} />
      </div>
      {reply.quote && !fold.isFolded && (
        <ReplyQuote quote={reply.quote} to={addressOf(reply.quote.id)} />
      )}
      {editing && isMine ? (
        <EditForm
          subject={subject}
          reply={reply}
          userId={user.id}
          isOpened={editing === 'opened'}
          onClose={() => {
            setEditing(null)
            focus()
          }}
        />
      ) : (
        <>
          {isReadable ? (
            <FoldedText fold={fold}>
              <ReplyText text={reply.content} mentions={reply.mentions} />
            </FoldedText>
          ) : (
            <p className={styles.gone}>{t('reply.hidden')}</p>
          )}
          {reply.state === 'hidden' && isMine && (
            <p className={styles.gone}>{t('reply.ownHidden')}</p>
          )}
          {isReadable && (
            <ReplyActions
              thread={subject.thread}
              reply={reply}
              isMine={isMine}
              address={replyPath(subject.path, reply.id)}
              onAnswer={reply.state === 'shown' && onAnswer ? () => onAnswer(reply) : null}
              onEdit={() => setEditing('opened')}
            />
          )}
        </>
      )}
    </>
  )
}

/** Time of a reply, exact in its tooltip, and of its last edit. */
function Written({ reply }: { reply: Reply }) {
  const t = useTexts(repliesTexts)
  const { format } = useLanguage()
  const { created, modified, state } = reply
  return (
    <span className={styles.time}>
      <time dateTime={created} title={format.date(Date.parse(created))}>
        <Age since={Date.parse(created)} />
      </time>
      {modified && state !== 'deleted' && (
        <span title={t('reply.editedAt', { time: format.date(Date.parse(modified)) })}>
          {' · '}
          {t('reply.edited')}
        </span>
      )}
    </span>
  )
}
