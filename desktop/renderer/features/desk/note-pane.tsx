import styles from './note-pane.module.css'

/** The place of a new vote's note, which the form of the vote renders into. `onPlace` must be stable. */
export function NotePane({ onPlace }: { onPlace: (place: HTMLElement | null) => void }) {
  return <div ref={onPlace} className={styles.pane} />
}
