import { type Ref, useImperativeHandle, useRef } from 'react'
import { Nickname } from '#desktop/renderer/components/author.tsx'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { MuteNotice, useMute } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { useCreateReply } from '#desktop/renderer/features/threads/api.ts'
import { quoteOf } from '#desktop/renderer/features/threads/reply-drafts.ts'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { useReplyDraft } from '#desktop/renderer/features/threads/use-reply-draft.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { replyText } from '#shared/rules/reply.ts'
import styles from './composer.module.css'
import { ReplyForm } from './reply-form.tsx'

/** Actions of the composer for the list. */
export interface ComposerHandle {
  quote(reply: Reply): void
}

interface ComposerProps {
  subject: ThreadSubject
  userId: number
  onSent: (reply: Reply) => void
  ref: Ref<ComposerHandle>
}

/** Writes a reply, with a quote or without. Muted people see until when they cannot. */
export function Composer(props: ComposerProps) {
  return useMute() === null ? <OpenComposer {...props} /> : <MuteNotice />
}

function OpenComposer({ subject, userId, onSent, ref }: ComposerProps) {
  const t = useTexts(repliesTexts)
  const { thread, locksCall } = subject
  const { draft, write, clear } = useReplyDraft(`${thread.target} ${thread.id}`, userId)
  const { mutateAsync, isPending, error, reset } = useCreateReply(thread)
  const area = useRef<HTMLTextAreaElement>(null)
  const { content, quote } = draft

  useImperativeHandle(ref, () => ({
    quote(reply) {
      write({ content, quote: quoteOf(reply) })
      area.current?.focus()
    },
  }))
  const dropQuote = () => {
    write({ content, quote: null })
    area.current?.focus()
  }
  const send = async () => {
    try {
      const { reply } = await mutateAsync({
        content: replyText(content),
        ...(quote && { quote: quote.id }),
      })
      clear()
      onSent(reply)
    } catch {
      // The form shows why; text and quote stay.
    }
  }
  return (
    <div className={styles.composer}>
      {quote && (
        <div className={styles.quote}>
          <p>
            <QuoteName nickname={quote.nickname} code={quote.uniqueCode} />
          </p>
          <p className={styles.excerpt} dir="auto">
            {quote.excerpt}
          </p>
          <IconButton name={t('write.dropQuote')} path={CLOSE_ICON} onClick={dropQuote} />
        </div>
      )}
      <ReplyForm
        subject={subject}
        label={t('write.label')}
        isShortcut
        sendText={t('write.send')}
        value={content}
        onChange={(next) => {
          if (error) reset()
          write({ content: next, quote })
        }}
        onSend={() => void send()}
        isSending={isPending}
        error={error}
        onCancel={quote && dropQuote}
        isCancelHidden
        note={locksCall && <p>{t('write.locks')}</p>}
        inputRef={area}
      />
    </div>
  )
}

/** "Quoting Mina #ABC123", with the name in its own direction. */
function QuoteName({ nickname, code }: { nickname: string; code: string }) {
  const t = useTexts(repliesTexts)
  const [before = '', after = ''] = t('write.quoting', { name: '\n' }).split('\n')
  return (
    <>
      {before}
      <b>
        <Nickname name={nickname} /> {code && `#${code}`}
      </b>
      {after}
    </>
  )
}
