import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { RichContent } from '#desktop/renderer/components/rich-content.tsx'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Article } from '#desktop/renderer/features/posts/article.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { voteEditPath } from '#shared/rules/paths.ts'
import { ResultBadge } from './result-badge.tsx'
import { Settlement } from './settlement.tsx'
import { usePostWords } from './use-post-words.ts'
import styles from './vote-article.module.css'
import { VoteFacts } from './vote-facts.tsx'
import { VoteReactions } from './vote-reactions.tsx'

interface VoteArticleProps {
  vote: VoteDetail
  isMine: boolean
  /** The page of the list to go back to. */
  back: string
}

/** A vote as it is read: who called what, what it is worth, what came of it, and the note. */
export function VoteArticle({ vote, isMine, back }: VoteArticleProps) {
  const { p, t, direction } = usePostWords()
  const { id, voteChoice, targetTime, refPrice } = vote
  const isEditable = useCanEdit(vote)
  const focus = useMemo<ChartFocus>(
    () => ({ kind: 'view', targetTime, refPrice, choice: voteChoice }),
    [targetTime, refPrice, voteChoice],
  )
  useChartFocus(focus)
  const word = direction(voteChoice)
  const untitled = isMine ? word : p('view.untitled', { direction: word })
  return (
    <Article
      marks={
        <>
          <DirectionMark choice={voteChoice} word={word} />
          <ResultBadge result={vote.result} />
          {isMine && <Badge tone="quiet">{t('list.mine')}</Badge>}
        </>
      }
      title={vote.title || untitled}
      byline={<Byline vote={vote} />}
      reactions={<VoteReactions vote={vote} />}
      actions={
        <>
          {isEditable && (
            <Link to={voteEditPath(id)} className={buttonClass('plain')}>
              {p('view.edit')}
            </Link>
          )}
          <Link to={back} className={buttonClass('plain')}>
            {p('view.close')}
          </Link>
        </>
      }
    >
      <VoteFacts vote={vote} />
      {vote.result !== 'wait' && <Settlement vote={vote} />}
      {vote.content === '' ? (
        <p className={styles.empty}>{p('view.noNote')}</p>
      ) : (
        <RichContent html={vote.content} />
      )}
    </Article>
  )
}

function Byline({ vote }: { vote: VoteDetail }) {
  const { p, t, format } = usePostWords()
  const { uniqueCode, nickname, created, modified, views } = vote
  const written = modified ?? created
  return (
    <>
      <span>
        {uniqueCode} {nickname}
      </span>
      <span>
        {p(modified ? 'view.modified' : 'view.created')}{' '}
        <time dateTime={written}>{format.date(Date.parse(written))}</time>
      </span>
      <span>{t('list.views', { views: format.count(views) })}</span>
    </>
  )
}
