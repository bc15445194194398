import { useMutation } from '@tanstack/react-query'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { Reaction, ReactionReply, UserReaction } from '#shared/contract/reactions.ts'
import styles from './reactions.module.css'

/** A toast: texts with one id replace each other. */
interface ToastText {
  id: string
  text: string
}

interface ReactionsProps {
  item: { likes: number; dislikes: number; userReaction: UserReaction }
  text: Record<Reaction, string>
  loginToast: ToastText
  /** Set for the author, who cannot react: the reason. */
  ownToast: ToastText | null
  failureToast: ToastText
  /** Sends a reaction, or takes it back when it is set. Rejects with ApiFailure. */
  send: (reaction: Reaction) => Promise<ReactionReply>
  /** Writes the reply's figures to the cache. */
  onReply: (reply: ReactionReply) => void
  /** Counts with thumbs only, for rows of a list; the shortcuts press those of the screen. */
  isCompact?: boolean
}

/** Path of a thumb in a box of 16. */
const THUMB =
  'M4.5 14V7.2L7.6 1.6c1 0 1.8.8 1.8 1.8V6h3.4c1 0 1.7.9 1.5 1.8l-1 5c-.1.7-.8 1.2-1.5 1.2H4.500zM4.500 14H2.200V7.200h2.300'

/** Like and dislike with their counts; pressed while it is this user's reaction. */
export function Reactions(props: ReactionsProps) {
  const { item, text, loginToast, ownToast, failureToast, send, onReply, isCompact = false } = props
  const { format } = useLanguage()
  const { analytics } = useServices()
  const isGuest = useUser() === null
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      analytics.track('reaction')
      onReply(reply)
    },
  })

  const react = (reaction: Reaction) => {
    if (isPending) return
    if (isGuest) return showFailure(loginToast.id, loginToast.text)
    if (ownToast) return showFailure(ownToast.id, ownToast.text)
    mutateAsync(reaction).catch((error: unknown) => {
      // The end of the session has its own toast.
      if (error instanceof ApiFailure && error.status === 401) return
      showFailure(failureToast.id, failureToast.text)
    })
  }
  const counts = { like: item.likes, dislike: item.dislikes }
  return (
    <div className={styles.reactions} data-compact={isCompact || undefined}>
      {(['like', 'dislike'] as const).map((reaction) => (
        <button
          key={reaction}
          type="button"
          className={styles[reaction]}
          data-shortcut={isCompact ? undefined : reaction}
          aria-pressed={item.userReaction === reaction}
          // A disabled button would lose the focus.
          aria-disabled={isPending || isGuest || ownToast !== null || undefined}
          title={ownToast?.text ?? (isCompact ? text[reaction] : undefined)}
          onClick={() => react(reaction)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={THUMB} />
          </svg>
          <span className={isCompact ? 'visually-hidden' : undefined}>{text[reaction]}</span>{' '}
          <b>{format.count(counts[reaction])}</b>
        </button>
      ))}
    </div>
  )
}
