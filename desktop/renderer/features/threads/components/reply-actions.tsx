import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { ReportButton } from '#desktop/renderer/features/moderation/report-button.tsx'
import { useIsEditable } from '#desktop/renderer/features/posts/edit-window.tsx'
import { Reactions } from '#desktop/renderer/features/posts/reactions.tsx'
import {
  type ThreadOf,
  useDeleteReply,
  useReplyReaction,
} from '#desktop/renderer/features/threads/api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './reply.module.css'

interface ReplyActionsProps {
  thread: ThreadOf
  reply: Reply
  isMine: boolean
  /** Path and query that show the reply. */
  address: string
  /** Null where nobody can reply. */
  onAnswer: (() => void) | null
  onEdit: () => void
}

/** Reactions and actions of a shown reply. */
export function ReplyActions(props: ReplyActionsProps) {
  const { thread, reply, isMine, address, onAnswer, onEdit } = props
  const t = useTexts(repliesTexts)
  const isEditable = useIsEditable(reply.created) && isMine
  return (
    <div className={styles.foot}>
      <ReplyReactions thread={thread} reply={reply} isMine={isMine} />
      {onAnswer && (
        <button
          type="button"
          className={styles.action}
          aria-label={t('reply.answerTo', { name: reply.nickname })}
          onClick={onAnswer}
        >
          {t('reply.answer')}
        </button>
      )}
      {isEditable && (
        <button type="button" className={styles.action} data-shortcut="edit" onClick={onEdit}>
          {t('reply.edit')}
        </button>
      )}
      {isMine && <DeleteButton thread={thread} id={reply.id} />}
      <CopyLink address={address} />
      <ReportButton
        item={{
          content: { target: 'reply', id: reply.id },
          author: { id: reply.uid, nickname: reply.nickname },
        }}
      />
    </div>
  )
}

function ReplyReactions({ thread, reply, isMine }: Omit<DeleteButtonProps, 'id'> & OwnReply) {
  const t = useTexts(repliesTexts)
  const { send, onReply } = useReplyReaction(thread, reply.id)
  return (
    <Reactions
      isCompact
      item={reply}
      text={{ like: t('reply.like'), dislike: t('reply.dislike') }}
      loginToast={{ id: 'loginRequired', text: t('write.signIn') }}
      ownToast={isMine ? { id: 'ownReply', text: t('reply.ownReaction') } : null}
      failureToast={{ id: 'replyReaction', text: t('reply.reactionFailed') }}
      send={send}
      onReply={onReply}
    />
  )
}

interface OwnReply {
  reply: Reply
  isMine: boolean
}

interface DeleteButtonProps {
  thread: ThreadOf
  id: number
}

/** Deletes an own reply after a question. */
function DeleteButton({ thread, id }: DeleteButtonProps) {
  const t = useTexts(repliesTexts)
  const language = useLanguage()
  const { mutateAsync, isPending } = useDeleteReply(thread, id)
  const remove = async (row: HTMLElement | null) => {
    const agrees = await confirm({
      text: t('reply.deleteConfirm'),
      yes: t('reply.deleteYes'),
      no: t('reply.deleteNo'),
    })
    if (!agrees) return
    try {
      await mutateAsync()
      // The button goes with the text.
      row?.focus({ preventScroll: true })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      showFailure('replyDelete', saveFailureText(language, error, t('reply.deleteFailed')))
    }
  }
  return (
    <button
      type="button"
      className={styles.action}
      aria-disabled={isPending || undefined}
      onClick={({ currentTarget }) => void (isPending || remove(currentTarget.closest('li')))}
    >
      {t('reply.delete')}
    </button>
  )
}

function CopyLink({ address }: { address: string }) {
  const t = useTexts(repliesTexts)
  const { platform } = useServices()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(address, platform.apiOrigin).href)
      showToast({ id: 'copyToast', text: t('reply.copied'), tone: 'good' }, TOAST_MS.copy)
    } catch {
      showFailure('copyToast', t('reply.copyFailed'))
    }
  }
  return (
    <button type="button" className={styles.action} onClick={copy}>
      {t('reply.copy')}
    </button>
  )
}
