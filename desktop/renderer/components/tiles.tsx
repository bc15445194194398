import type { ReactNode } from 'react'
import styles from './tiles.module.css'

interface TileProps {
  name: string
  value: ReactNode
  /** A line beneath the value. */
  note: ReactNode
}

/** A figure with its name and what it rests on; belongs into `Tiles`. */
export function Tile({ name, value, note }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd>{note}</dd>
    </div>
  )
}

/** Figures side by side. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className={styles.tiles}>{children}</dl>
}
