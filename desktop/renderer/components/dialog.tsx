import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import styles from './dialog.module.css'

interface DialogProps {
  /** Id of the element that names the dialog. */
  labelledBy: string
  onClose: () => void
  /** Instead of `onClose` upon Escape. */
  onEscape?: (() => void) | null
  /** Makes a click outside do nothing. */
  ignoresOutside?: boolean
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and a click outside close it. */
export function Dialog(props: DialogProps) {
  const { labelledBy, onClose, onEscape, ignoresOutside = false, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const onCancel = (event: SyntheticEvent) => {
    if (!onEscape) return
    event.preventDefault()
    onEscape()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Not left to the browser, which closes a dialog that refuses it twice, and sometimes two at once.
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onCancel(event)
  }

  return (
    // Keyboard users press Escape, which the browser turns into the cancel and the close event.
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onPointerDown={(event) => {
        // The dialog has no padding, so an event on itself is on its backdrop.
        pressedOutside.current = event.target === event.currentTarget
      }}
      onPointerUp={(event) => {
        // A selection that is dragged out of the dialog must not close it.
        const isOutside = pressedOutside.current && event.target === event.currentTarget
        if (isOutside && !ignoresOutside) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
