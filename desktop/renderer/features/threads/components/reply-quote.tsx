import { Link } from 'react-router-dom'
import { Nickname } from '#desktop/renderer/components/author.tsx'
import { useFoldedTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './reply-quote.module.css'

interface ReplyQuoteProps {
  quote: NonNullable<Reply['quote']>
  /** Address of the quoted reply. */
  to: string
}

/** The beginning of the quoted reply, as a link to it. */
export function ReplyQuote({ quote, to }: ReplyQuoteProps) {
  const t = useTexts(repliesTexts)
  const { id, nickname, uniqueCode, excerpt, state } = quote
  const { title } = useFoldedTitle(quote, excerpt)
  const isGone = state === 'deleted' || (state === 'hidden' && excerpt === '')
  return (
    <Link
      to={to}
      preventScrollReset
      className={styles.quote}
      // A second click on the link of the present address changes nothing that would scroll.
      onClick={() => document.getElementById(`reply-${id}`)?.scrollIntoView({ block: 'center' })}
    >
      <span className={styles.name}>
        <Nickname name={nickname} /> {uniqueCode && `#${uniqueCode}`}
      </span>
      {isGone ? (
        <span className={styles.gone}>{t(`reply.${state}`)}</span>
      ) : (
        <span className={styles.excerpt} dir="auto">
          {title}
        </span>
      )}
    </Link>
  )
}
