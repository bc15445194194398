import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { RichContent } from '#desktop/renderer/components/rich-content.tsx'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { FoldedText } from '#desktop/renderer/features/blocks/folded-text.tsx'
import { useFold } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import {
  HiddenBadge,
  HiddenNote,
  OwnHidden,
} from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { ReportButton } from '#desktop/renderer/features/moderation/report-button.tsx'
import { Article } from '#desktop/renderer/features/posts/article.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { Reactions } from '#desktop/renderer/features/posts/reactions.tsx'
import { useRound } from '#desktop/renderer/features/votes/api.ts'
import { ResultBadge } from '#desktop/renderer/features/votes/result-badge.tsx'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { Candle } from '#shared/contract/candles.ts'
import type { ReactionReply } from '#shared/contract/reactions.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import { voteEditPath } from '#shared/rules/paths.ts'
import { withoutTitle } from '#shared/rules/title.ts'
import styles from './vote-facts.module.css'
import { Settlement, VoteFacts } from './vote-facts.tsx'

interface VoteArticleProps {
  vote: VoteDetail
  isMine: boolean
  /** Path of the list page to return to. */
  back: string
}

/** A vote with its direction, offer, result and note. */
export function VoteArticle({ vote, isMine, back }: VoteArticleProps) {
  const { pageText, t, directionText } = useVotePageText()
  const { id, voteChoice, targetTime, refPrice } = vote
  const week = useRoundWeek(vote)
  const isEditable = useCanEdit(vote)
  const focus = useMemo<ChartFocus>(
    () => ({
      kind: 'view',
      targetTime,
      refPrice,
      choice: voteChoice,
      ...(week && { round: week }),
    }),
    [targetTime, refPrice, voteChoice, week],
  )
  useChartFocus(focus)
  const note = withoutTitle(vote.content, vote.title)
  const word = directionText(voteChoice, refPrice)
  const fold = useFold(vote)
  const untitled = isMine || vote.hidden ? word : pageText('view.untitled', { direction: word })
  return (
    <Article
      marks={
        <>
          <LeveledDirection choice={voteChoice} refPrice={refPrice} />
          <ResultBadge result={vote.result} points={vote.points} />
          {isMine && <Badge tone="quiet">{t('list.mine')}</Badge>}
          {vote.hidden && <HiddenBadge />}
        </>
      }
      title={fold.isFolded && vote.title !== '' ? word : vote.title || untitled}
      isTitleInContent={!fold.isFolded && vote.title !== '' && note === vote.content}
      byline={<Byline vote={vote} />}
      reactions={<VoteReactions vote={vote} />}
      actions={
        <>
          <ReportButton
            item={{
              content: vote.content === '' ? null : { target: 'vote', id },
              author: { id: vote.uid, nickname: vote.nickname },
            }}
          />
          {isEditable && (
            <Link to={voteEditPath(id)} data-shortcut="edit" className={buttonClass('plain')}>
              {pageText('view.edit')}
            </Link>
          )}
          <Link to={back} className={buttonClass('plain')}>
            {pageText('view.close')}
          </Link>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.note}>
          {vote.hidden && isMine && <OwnHidden userId={vote.uid} target="vote" id={id} />}
          {vote.content === '' ? (
            <p className={styles.noNote}>
              {vote.hidden ? <HiddenNote /> : pageText('view.noNote')}
            </p>
          ) : (
            <FoldedText fold={fold}>
              <RichContent html={note} />
            </FoldedText>
          )}
        </div>
        <div className={styles.evidence}>
          <VoteFacts vote={vote} />
          {vote.result !== 'wait' && <Settlement vote={vote} />}
          <ReceiptButton voteId={id} />
        </div>
      </div>
    </Article>
  )
}

/** The candles of a settled vote's own round, newest first; undefined while it is open. */
function useRoundWeek({ result, targetTime }: VoteDetail): Candle[] | undefined {
  const { data } = useRound(result === 'wait' ? null : targetTime)
  const candles = data?.candles
  return useMemo(() => candles?.map(([otime, oprice]) => ({ otime, oprice })).reverse(), [candles])
}

function Byline({ vote }: { vote: VoteDetail }) {
  const { pageText, t, format } = useVotePageText()
  const { uniqueCode, nickname, created, modified, views } = vote
  const written = modified ?? created
  return (
    <>
      <span>
        <Author nickname={nickname} uniqueCode={uniqueCode} />
      </span>
      <span>
        {pageText(modified ? 'view.modified' : 'view.created')}{' '}
        <time dateTime={written}>{format.date(Date.parse(written))}</time>
      </span>
      <span>{t('list.views', { views: format.count(views) })}</span>
    </>
  )
}

function VoteReactions({ vote }: { vote: VoteDetail }) {
  const { pageText } = useVotePageText()
  const { api, queries } = useServices()
  const { id } = vote
  const readerId = useUser()?.id ?? null
  const isOwn = vote.uid === readerId

  const onReply = ({ likes, dislikes, userReaction }: ReactionReply) => {
    queries.setQueryData<VoteDetail>(
      queryKeys.votes.detail(id, readerId),
      (cached) => cached && { ...cached, likes, dislikes, userReaction },
    )
    queries.invalidateQueries({ queryKey: queryKeys.votes.lists })
  }
  return (
    <Reactions
      item={vote}
      text={{ like: pageText('view.like'), dislike: pageText('view.dislike') }}
      loginToast={{ id: 'loginRequired', text: pageText('write.loginNeeded') }}
      ownToast={isOwn ? { id: 'ownPost', text: pageText('view.ownReaction') } : null}
      failureToast={{ id: 'voteReaction', text: pageText('view.reactionFailed') }}
      send={(reaction) => dataOf(api.votes({ id }).reaction.post({ reaction }))}
      onReply={onReply}
    />
  )
}

/** Unfolds the verification of a vote's receipt, whose code loads with it. */
function ReceiptButton({ voteId }: { voteId: number }) {
  const t = useTexts(votePostTexts)
  const { module, open, close, prefetchProps } = useLazyModule(
    () => import('#desktop/renderer/features/receipts/receipt-panel.tsx'),
  )
  const Panel = module?.ReceiptPanel
  return (
    <div {...prefetchProps}>
      <Button kind="plain" aria-expanded={Panel !== undefined} onClick={Panel ? close : open}>
        {t('view.receipt')}
      </Button>
      {Panel && <Panel voteId={voteId} />}
    </div>
  )
}
