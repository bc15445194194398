import { useId } from 'react'
import { Link } from 'react-router-dom'
import styles from './contents.module.css'

interface ContentsProps {
  heading: string
  entries: readonly { name: string; heading: string }[]
}

/** The table of contents; every entry leads to its section. */
export function Contents({ heading, entries }: ContentsProps) {
  const id = useId()
  return (
    <nav className={styles.contents} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ol>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link to={{ hash: entry.name }}>{entry.heading}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
