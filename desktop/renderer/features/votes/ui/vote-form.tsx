import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { RichEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import type { VoteChoice } from '#shared/rules/band.ts'
import { isBlank } from '#shared/rules/is-blank.ts'
import { DirectionPicker } from './direction-picker.tsx'
import { usePostWords } from './use-post-words.ts'
import styles from './vote-form.module.css'

/** Height of the writing area in px. */
const EDITOR_HEIGHT = 250

interface VoteFormProps {
  choice: VoteChoice | null
  onChoose: (choice: VoteChoice) => void
  refPrice: string | null
  offerOf: (choice: VoteChoice) => string
  frozenWhy?: string | null
  /** What is said below the directions. */
  hint: ReactNode
  initialHtml: string
  onChange: (html: string) => void
  submitText: string
  isSaving: boolean
  /** The button is of no use any more. */
  isOver?: boolean
  /** Told the call; the note is the empty string when it says nothing. */
  onSubmit: (vote: VoteChoice, content: string) => void
  onCancel: () => void
}

/** A direction and a note, new or changed. */
export function VoteForm(props: VoteFormProps) {
  const { choice, onChoose, refPrice, offerOf, frozenWhy = null, hint } = props
  const { initialHtml, onChange, submitText, isSaving, isOver = false, onSubmit, onCancel } = props
  const { p } = usePostWords()
  const group = useRef<HTMLDivElement>(null)
  const html = useRef(initialHtml)
  const noteId = useId()

  const submit = () => {
    if (choice === null) {
      showFailure('voteRequired', p('write.choose'))
      group.current?.querySelector('input')?.focus()
      return
    }
    onSubmit(choice, isBlank(html.current) ? '' : html.current)
  }

  return (
    <div className={styles.form}>
      <DirectionPicker
        ref={group}
        choice={choice}
        onChoose={onChoose}
        refPrice={refPrice}
        offerOf={offerOf}
        frozenWhy={frozenWhy}
      />
      <div className={styles.hint}>{hint}</div>
      <section className={styles.note} aria-labelledby={noteId}>
        <h2 id={noteId}>{p('write.noteOptional')}</h2>
        <RichEditor
          initialHtml={initialHtml}
          height={EDITOR_HEIGHT}
          label={p('write.note')}
          onChange={(text) => {
            html.current = text
            onChange(text)
          }}
        />
      </section>
      <div className={styles.actions}>
        <Button kind="plain" onClick={onCancel} disabled={isSaving}>
          {p('write.cancel')}
        </Button>
        <Button
          kind="primary"
          onClick={submit}
          disabled={isOver}
          // It keeps the focus, for another try when the save fails.
          aria-disabled={isSaving || undefined}
        >
          {isSaving ? p('write.saving') : submitText}
        </Button>
      </div>
    </div>
  )
}
