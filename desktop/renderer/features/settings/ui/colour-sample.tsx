import type { ColourSet } from '#desktop/renderer/platform/look.ts'
import styles from './settings-panel.module.css'

/** The marks of the three directions as a set colours them. */
export function ColourSample({ colours }: { colours: ColourSet }) {
  return (
    <span className={styles.sample} data-colours={colours} aria-hidden="true">
      <span className={styles.up}>▲</span>
      <span className={styles.steady}>■</span>
      <span className={styles.down}>▼</span>
    </span>
  )
}
