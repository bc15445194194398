import { type Ref, useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { confirms, dismissConfirms } from './open-confirms.ts'

/** showModal() focuses the element with this attribute; React's autoFocus prop does not set it. */
const focusFirst: Ref<HTMLButtonElement> = (button) => button?.setAttribute('autofocus', '')

/** Shows the first open confirmation; a navigation dismisses all of them. */
export function ConfirmDialog() {
  const [question] = useStore(confirms)
  const textId = useId()
  const { pathname, search } = useLocation()
  const path = pathname + search
  const lastPath = useRef(path)
  // A layout effect runs before the effects in which the next screen may open a dialog.
  useLayoutEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    dismissConfirms()
  }, [path])

  if (!question) return null
  const { id, text, yes, no, safe, answer, dismiss } = question
  return (
    <Dialog key={id} labelledBy={textId} onClose={dismiss} onEscape={dismiss}>
      <div className={styles.confirm}>
        <p id={textId}>{text}</p>
        <div className={styles.buttons}>
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
