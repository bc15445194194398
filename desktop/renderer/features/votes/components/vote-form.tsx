import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { RichEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer, Offer } from '#desktop/renderer/features/market/offer.tsx'
import { useMute } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { isBlank, isBlankPost } from '#shared/rules/is-blank.ts'
import type { VoteOffer } from '#shared/rules/vote-offer.ts'
import { DirectionPicker } from './direction-picker.tsx'
import styles from './vote-form.module.css'

/** Height of the text area, px. */
const EDITOR_HEIGHT = 250
/** Height of heading, tools and status beside the text area in a place of its own, px. */
const AROUND_EDITOR = 150

interface VoteFormProps {
  choice: VoteChoice | null
  onChoose: (choice: VoteChoice) => void
  refPrice: string | null
  offerOf: (choice: VoteChoice) => VoteOffer | null
  frozenReason?: string | null
  /** Shown below the directions. */
  hint: ReactNode
  initialHtml: string
  /** The note on the server; '' for a new vote. */
  savedHtml?: string
  onChange: (html: string) => void
  submitText: string
  isSaving: boolean
  /** Whether the save waits for a live price; the direction is fixed meanwhile. */
  isWaiting: boolean
  /** Disables the submit button after the edit window. */
  isOver?: boolean
  /** `content` is '' for a blank note. */
  onSubmit: (vote: VoteChoice, content: string) => void
  onCancel: () => void
  /** Makes the form narrow and low, for a panel. */
  isDense?: boolean
  /** Where the note is written: in the form or in another element; null while that is folded. */
  notePlace?: 'form' | HTMLElement | null
  /** Whether the vote has a note, even while its place is folded. */
  hasNote?: boolean
  /** Beside the buttons. */
  action?: ReactNode
}

/** The direction and the note of a vote. */
export function VoteForm(props: VoteFormProps) {
  const { choice, onChoose, refPrice, offerOf, frozenReason = null, hint } = props
  const { initialHtml, savedHtml = '', onChange, submitText, isOver = false } = props
  const { isSaving, isWaiting } = props
  const { onSubmit, onCancel, isDense = false, notePlace = 'form' } = props
  const { hasNote = true, action } = props
  const { pageText } = useVotePageText()
  const group = useRef<HTMLDivElement>(null)
  const html = useRef(initialHtml)
  const isNewNote = (text: string) => text !== savedHtml && !(savedHtml === '' && isBlank(text))
  const [hasNewNote, setHasNewNote] = useState(() => isNewNote(initialHtml))
  const isMuted = useMute() !== null
  const isBlocked = isMuted && hasNewNote
  const [id, noteId, blockedId] = [useId(), useId(), useId()]
  const bar = useRef<HTMLDivElement>(null)
  useKeyboardInset(bar)

  const submit = async () => {
    if (choice === null) {
      showFailure('voteRequired', pageText('write.choose'))
      group.current?.querySelector('input')?.focus()
      return
    }
    const content = hasNote ? html.current : ''
    if (!isBlank(content)) return onSubmit(choice, content)
    // A note without text is saved as none, which would lose its pictures without a word.
    if (isBlankPost(content) || (await confirmNoNote())) onSubmit(choice, '')
  }

  const confirmNoNote = () =>
    confirm({
      text: pageText('write.noText'),
      yes: pageText('write.noTextYes'),
      no: pageText('write.noTextNo'),
    })

  const note = (height: number) => (
    <section className={styles.note} aria-labelledby={noteId} data-form={id}>
      <h2 id={noteId}>{pageText('write.noteOptional')}</h2>
      <RichEditor
        // Unfolded again, it shows what was written.
        initialHtml={html.current}
        isReadOnly={isSaving}
        height={Math.max(height, 120)}
        label={pageText('write.note')}
        hasFewTools
        onChange={(text) => {
          html.current = text
          setHasNewNote(isNewNote(text))
          onChange(text)
        }}
      />
    </section>
  )

  return (
    <div className={`${styles.form} ${isDense ? styles.dense : ''}`} data-form={id}>
      <DirectionPicker
        ref={group}
        choice={choice}
        onChoose={onChoose}
        refPrice={refPrice}
        offerOf={offerOf}
        frozenReason={frozenReason ?? (isWaiting ? pageText('write.waiting') : null)}
        isDense={isDense}
      />
      <div className={styles.hint}>{hint}</div>
      {notePlace === 'form' && note(EDITOR_HEIGHT)}
      {notePlace instanceof HTMLElement &&
        createPortal(note(notePlace.clientHeight - AROUND_EDITOR), notePlace)}
      <p id={blockedId} className={styles.blocked} role="status">
        {isBlocked && pageText(savedHtml === '' ? 'write.muted' : 'edit.muted')}
      </p>
      <div ref={bar} className={styles.bar} hidden={isDense && choice === null && !hasNote}>
        <p className={styles.chosen}>
          {choice === null ? (
            pageText('write.noChoice')
          ) : (
            <>
              <LeveledDirection choice={choice} refPrice={refPrice} />{' '}
              {isDense ? (
                <Offer offer={offerOf(choice)} />
              ) : (
                <CompactOffer offer={offerOf(choice)} />
              )}
            </>
          )}
        </p>
        {action}
        <Button kind="plain" onClick={onCancel} disabled={isSaving}>
          {pageText('write.cancel')}
        </Button>
        <Button
          kind="primary"
          data-shortcut="submit"
          onClick={submit}
          disabled={isOver || isBlocked}
          aria-describedby={isBlocked ? blockedId : undefined}
          // Not `disabled`, which would drop the focus if the save fails.
          aria-disabled={isSaving || undefined}
        >
          {isSaving ? pageText(isWaiting ? 'write.waitingShort' : 'write.saving') : submitText}
        </Button>
      </div>
    </div>
  )
}

/**
 * Returns a function that shows why a vote was not saved: the server's reason, else `refused`, or
 * `server` when it did not answer. After the end of the session it offers the login.
 */
export function useSaveFailure(toastId: string, refused: string, server: string) {
  const language = useLanguage()
  const confirmLogin = useConfirmLogin()
  const { pathname, search } = useLocation()
  return (error: Error): void => {
    const isSignedOut = error instanceof ApiFailure && error.status === 401
    if (isSignedOut) return void confirmLogin(pathname + search, null)
    showFailure(toastId, saveFailureText(language, error, refused, server))
  }
}

/** Keeps `--keyboard` on an element: the height of the on-screen keyboard above the window's bottom. */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const update = () => {
      // A zoomed page has a small viewport, too, but no keyboard.
      const { scale, height, offsetTop } = visualViewport
      const covered = scale > 1 ? 0 : Math.max(0, window.innerHeight - height - offsetTop)
      element.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`)
    }
    visualViewport.addEventListener('resize', update)
    visualViewport.addEventListener('scroll', update)
    return () => {
      visualViewport.removeEventListener('resize', update)
      visualViewport.removeEventListener('scroll', update)
    }
  }, [element])
}
