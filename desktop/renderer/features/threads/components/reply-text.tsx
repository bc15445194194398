import { linkParts } from '#desktop/renderer/features/threads/link-parts.ts'
import styles from './reply-text.module.css'

/** Plain text with its line breaks, web addresses as links. */
export function ReplyText({ text }: { text: string }) {
  let offset = 0
  const parts = linkParts(text).map((part) => {
    const key = offset
    offset += part.text.length
    return { ...part, key }
  })
  return (
    <p className={styles.text} dir="auto">
      {parts.map(({ key, text, href }) =>
        href === null ? (
          text
        ) : (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  )
}
