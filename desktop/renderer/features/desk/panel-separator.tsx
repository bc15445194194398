import { Separator } from 'react-resizable-panels'
import styles from './desk-panels.module.css'

/** The edge between two panels: dragged, or moved by arrow keys; Enter folds and unfolds. */
export function PanelSeparator({ label }: { label: string }) {
  return <Separator className={styles.separator ?? ''} aria-label={label} />
}
