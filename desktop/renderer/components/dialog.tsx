import { type ReactNode, useEffect, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  /** Id of the element that names the dialog. */
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and a click outside close it. */
export function Dialog({ labelledBy, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    // A selection that is dragged out of the dialog must not close it. Not before the click: without the
    // dialog the click of a tap would go to what is behind it.
    const onClick = ({ target }: MouseEvent) => {
      if (pressedOutside.current && target === dialog) dialog?.close()
    }
    dialog?.addEventListener('click', onClick)
    return () => {
      dialog?.removeEventListener('click', onClick)
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    // Keyboard users press Escape, which the browser turns into the close event.
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onPointerDown={(event) => {
        // The dialog has no padding, so an event on itself is on its backdrop.
        pressedOutside.current = event.target === event.currentTarget
      }}
    >
      {children}
    </dialog>
  )
}
