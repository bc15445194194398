import { useState } from 'react'
import { useUser } from '#desktop/renderer/platform/services.ts'
import styles from './note-pane.module.css'

/** Where the note of a new vote is written, and whether it is. */
export function useNotePane(hasVoted: boolean) {
  const [isNoteOpen, onNoteOpen] = useState(false)
  const [notePlace, setPlace] = useState<HTMLElement | null>(null)
  const isWriting = useUser() !== null && isNoteOpen && !hasVoted
  return { isWriting, setPlace, ofForm: { isNoteOpen, onNoteOpen, notePlace } }
}

/** The place of a new vote's note, which the form of the vote renders into. `onPlace` must be stable. */
export function NotePane({ onPlace }: { onPlace: (place: HTMLElement | null) => void }) {
  return <div ref={onPlace} className={styles.pane} />
}
