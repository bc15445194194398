import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { hasVisible } from '#shared/rules/is-blank.ts'
import { MENTIONS_MAX, mentionedCodes } from '#shared/rules/mentions.ts'
import { REPLY_MAX, replyText } from '#shared/rules/reply.ts'
import { MentionArea } from './mention-area.tsx'
import styles from './reply-form.module.css'

/** Characters before the limit from which the counter shows. */
const COUNTED = 200

interface ReplyFormProps {
  subject: ThreadSubject
  label: string
  /** Whether the shortcut of replies leads here. */
  isShortcut?: boolean
  sendText: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  isSending: boolean
  /** Why the last attempt failed. */
  error: Error | null
  /** Esc and the cancel button; null where there is nothing to cancel. */
  onCancel: (() => void) | null
  /** Leaves out the cancel button, where another control does it. */
  isCancelHidden?: boolean
  /** A line beside the buttons. */
  note?: ReactNode
  inputRef?: Ref<HTMLTextAreaElement>
}

/** A text area that grows with its text; Ctrl or ⌘ and Enter sends. */
export function ReplyForm(props: ReplyFormProps) {
  const { subject, label, isShortcut, sendText, value, onChange, onSend, isSending, error } = props
  const { onCancel, isCancelHidden = false, note, inputRef } = props
  const t = useTexts(repliesTexts)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const text = replyText(value)
  const { length } = text
  const canSend = hasVisible(text) && length <= REPLY_MAX && !isSending

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (canSend) onSend()
    }
    if (event.key === 'Escape' && onCancel && !isSending) {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      <label
        htmlFor={id}
        className="visually-hidden"
        data-shortcut={isShortcut ? 'reply' : undefined}
      >
        {label}
      </label>
      <MentionArea
        id={id}
        subject={subject}
        area={area}
        ref={(element) => {
          area.current = element
          if (typeof inputRef === 'function') inputRef(element)
          else if (inputRef) inputRef.current = element
        }}
        rows={2}
        value={value}
        placeholder={t('write.placeholder')}
        readOnly={isSending}
        aria-describedby={`${id}-state`}
        aria-invalid={length > REPLY_MAX || undefined}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <div id={`${id}-state`} className={styles.state}>
          {note}
          {mentionedCodes(text).length > MENTIONS_MAX && (
            <p>{t('write.mentionsMax', { max: MENTIONS_MAX })}</p>
          )}
          {length > REPLY_MAX - COUNTED && <Counter length={length} />}
          {error && <Refusal error={error} />}
        </div>
        <div className={styles.buttons}>
          {onCancel && !isCancelHidden && (
            <Button kind="plain" onClick={onCancel} disabled={isSending}>
              {t('write.cancel')}
            </Button>
          )}
          <Button kind="primary" type="submit" aria-disabled={!canSend || undefined}>
            {isSending ? t('write.sending') : sendText}
          </Button>
        </div>
      </div>
    </form>
  )
}

function Counter({ length }: { length: number }) {
  const t = useTexts(repliesTexts)
  const { format } = useLanguage()
  const values = { count: format.count(length), max: format.count(REPLY_MAX) }
  return (
    <p className={styles.counter} data-over={length > REPLY_MAX || undefined}>
      {t('write.counter', values)}
    </p>
  )
}

/** Why a text was refused, and for how long where the refusal ends by itself. */
function Refusal({ error }: { error: Error }) {
  const t = useTexts(repliesTexts)
  const language = useLanguage()
  const { seconds } = useServices()
  const until = error instanceof ApiFailure ? error.until : null
  const left = useStore(seconds, (now) =>
    until === null ? null : language.format.span(Math.max(0, until - now)),
  )
  const isOver = useStore(seconds, (now) => until !== null && now >= until)
  if (isOver) return null
  return (
    <p className={styles.refusal}>
      <span role="alert">{saveFailureText(language, error, t('write.failed'))}</span>
      {/* Outside the alert, which would be announced each second. */}
      {left !== null && <span> {t('write.again', { time: left })}</span>}
    </p>
  )
}
