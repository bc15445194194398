import { type Ref, useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { dismissQuestions, questions } from './ask.ts'
import styles from './ask-dialog.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** The dialog looks for this attribute when it opens. */
const focusFirst: Ref<HTMLButtonElement> = (button) => button?.setAttribute('autofocus', '')

/** Shows the question that waits for an answer, until the screen it was asked on is left. */
export function AskDialog() {
  const [question] = useStore(questions)
  const textId = useId()
  const { pathname, search } = useLocation()
  const screen = pathname + search
  const shown = useRef(screen)
  // What the next screen asks, it asks in its effects: after the question of the last one has gone.
  useLayoutEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    dismissQuestions()
  }, [screen])

  if (!question) return null
  const { id, text, yes, no, safe, answer, dismiss } = question
  return (
    <Dialog key={id} labelledBy={textId} onClose={dismiss}>
      <div className={styles.ask}>
        <p id={textId}>{text}</p>
        <div className={styles.answers}>
          <Button
            kind="plain"
            ref={safe === 'no' ? focusFirst : undefined}
            onClick={() => answer(false)}
          >
            {no}
          </Button>
          <Button
            kind="primary"
            ref={safe === 'yes' ? focusFirst : undefined}
            onClick={() => answer(true)}
          >
            {yes}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
