import type { Ref } from 'react'
import { useLocation } from 'react-router-dom'
import { TextPlace } from '#desktop/renderer/components/text-heading.tsx'
import { PostView } from '#desktop/renderer/features/boards/post-view.tsx'
import { VotePane } from '#desktop/renderer/features/votes/vote-pane.tsx'
import styles from './reading-pane.module.css'
import { type ShownText, searchOf } from './shown-text.ts'

interface ReadingPaneProps {
  text: ShownText
  ref: Ref<HTMLDivElement>
}

/** A note or post with its replies, in place of the live column. */
export function ReadingPane({ text, ref }: ReadingPaneProps) {
  const { pathname } = useLocation()
  const search = searchOf(text)
  return (
    <TextPlace value="panel">
      <div ref={ref} className={styles.pane} tabIndex={-1}>
        {text.kind === 'vote' ? (
          <VotePane key={search} id={text.id} from={pathname + search} back={pathname} />
        ) : (
          <PostView key={search} board={text.board} id={text.id} back={pathname} />
        )}
      </div>
    </TextPlace>
  )
}
