import type { ColorSet } from '#desktop/renderer/platform/theme.ts'
import styles from './settings-panel.module.css'

/** The marks of the three directions as a set colors them. */
export function ColorSample({ colors }: { colors: ColorSet }) {
  return (
    <span className={styles.sample} data-colors={colors} aria-hidden="true">
      <span className={styles.up}>▲</span>
      <span className={styles.steady}>■</span>
      <span className={styles.down}>▼</span>
    </span>
  )
}
