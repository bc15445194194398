import { useState } from 'react'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import {
  NewerText,
  useConfirmReplace,
  useSentTexts,
} from '#desktop/renderer/features/editor/newer-text.tsx'
import { EditCountdown } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useUpdateReply } from '#desktop/renderer/features/threads/api.ts'
import { editPlaceOf } from '#desktop/renderer/features/threads/reply-drafts.ts'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { useReplyDraft } from '#desktop/renderer/features/threads/use-reply-draft.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { replyText } from '#shared/rules/reply.ts'
import { ReplyForm } from './reply-form.tsx'

interface EditFormProps {
  subject: ThreadSubject
  reply: Reply
  userId: number
  /** Whether its author has just opened it; else it came with a draft. */
  isOpened: boolean
  onClose: () => void
}

/** Puts the focus into the text of a form that was opened, at its end. */
const focusEnd = (area: HTMLTextAreaElement | null) => {
  if (!area || area === document.activeElement || area.dataset.focused) return
  area.dataset.focused = 'true'
  area.focus()
  area.setSelectionRange(area.value.length, area.value.length)
}

/** Edits an own reply in its place. */
export function EditForm({ subject, reply, userId, isOpened, onClose }: EditFormProps) {
  const t = useTexts(repliesTexts)
  const { draft, write, clear } = useReplyDraft(editPlaceOf(reply.id), userId, reply.content)
  const { mutateAsync, isPending, error, reset } = useUpdateReply(subject.thread, reply.id)
  const confirmReplace = useConfirmReplace()
  const present = reply.modified ?? reply.created
  /** When the text that the edit began with had last changed. */
  const [seen, setSeen] = useState(draft.seen ?? present)
  const text = replyText(draft.content)
  const sent = useSentTexts(draft.seen === undefined ? null : text)
  const isNewer = present !== seen && reply.content !== text && !sent.has(reply.content)

  const load = () => {
    clear()
    reset()
    setSeen(present)
  }
  const close = () => {
    clear()
    onClose()
  }
  const cancel = async () => {
    const isDirty = draft.content !== reply.content
    const discards =
      !isDirty ||
      (await confirm({
        text: t('write.discard'),
        yes: t('write.discardYes'),
        no: t('write.discardNo'),
      }))
    if (discards) close()
  }
  const send = async () => {
    if (isNewer && !(await confirmReplace())) return
    sent.add(text)
    try {
      await mutateAsync({ content: text, seen: present })
      close()
    } catch {
      // The form shows why; the text stays.
    }
  }
  return (
    <>
      {isNewer && !isPending && <NewerText onLoad={load} />}
      <ReplyForm
        subject={subject}
        label={t('write.editLabel')}
        sendText={t('write.save')}
        value={draft.content}
        onChange={(content) => {
          if (error) reset()
          write({ content, quote: null, seen })
        }}
        onSend={() => void send()}
        isSending={isPending}
        error={error}
        onCancel={() => void cancel()}
        {...(isOpened && { inputRef: focusEnd })}
        note={
          <EditCountdown created={reply.created}>
            {(time) => <p>{time === null ? t('write.editOver') : t('write.editLeft', { time })}</p>}
          </EditCountdown>
        }
      />
    </>
  )
}
