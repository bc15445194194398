import type { UserReaction } from '#shared/contract/reactions.ts'
import styles from './reactions.module.css'

interface ReactionsProps {
  likes: number
  dislikes: number
  /** What this person has set. */
  mine: UserReaction
  /** A request is under way. */
  isPending: boolean
  /** A guest cannot react; a try is answered with why. */
  isGuest: boolean
  /** Words and figures in the person's language. */
  text: { like: string; dislike: string; count: (value: number) => string }
  onReact: (reaction: 'like' | 'dislike') => void
}

/** Thumbs in a box of 16. */
const THUMB =
  'M4.5 14V7.2L7.6 1.6c1 0 1.8.8 1.8 1.8V6h3.4c1 0 1.7.9 1.5 1.8l-1 5c-.1.7-.8 1.2-1.5 1.2H4.500zM4.500 14H2.200V7.200h2.300'

/** Like and dislike with their counts; each button is pressed while it is this person's reaction. */
export function Reactions(props: ReactionsProps) {
  const { likes, dislikes, mine, isPending, isGuest, text, onReact } = props
  const counts = { like: likes, dislike: dislikes }
  return (
    <div className={styles.reactions}>
      {(['like', 'dislike'] as const).map((reaction) => (
        <button
          key={reaction}
          type="button"
          className={styles[reaction]}
          aria-pressed={mine === reaction}
          // A button that is truly disabled would lose the focus to the top of the page.
          aria-disabled={isPending || isGuest || undefined}
          onClick={() => !isPending && onReact(reaction)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={THUMB} />
          </svg>
          <span>{text[reaction]}</span> <b>{text.count(counts[reaction])}</b>
        </button>
      ))}
    </div>
  )
}
