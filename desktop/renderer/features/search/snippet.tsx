import type { Snippet as SnippetText } from '#shared/contract/search.ts'
import styles from './snippet.module.css'

/** Plain text with the found words marked. */
export function Snippet({ text, hits }: SnippetText) {
  const parts = hits.map(({ start, end }, index) => {
    const before = text.slice(hits[index - 1]?.end ?? 0, start)
    return { start, before, hit: text.slice(start, end) }
  })
  return (
    <>
      {parts.map(({ start, before, hit }) => (
        <span key={start}>
          {before}
          <mark className={styles.hit}>{hit}</mark>
        </span>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </>
  )
}
