import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Overlays } from '#desktop/renderer/components/overlays.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { loadErrorText, saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import {
  useLanguage,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { Target } from '#shared/contract/summary.ts'
import { voteWindowTexts } from '#shared/i18n/screens/vote-window.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { storedOffer, type VoteOffer } from '#shared/rules/vote-offer.ts'
import { refreshVotes } from './api.ts'
import { voteCount } from './eligibility.ts'
import { useLiveOffers } from './live-offers.tsx'
import { useSendVote } from './use-send-vote.ts'
import { useVotePageText } from './use-vote-page-text.ts'
import styles from './vote-window.module.css'

/** Confirms a vote from the tray in a window of its own: the direction, its target and its live offer. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(voteWindowTexts)
  const params = useParams()
  const direction = DIRECTIONS.find((known) => known === params.direction)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) window.close()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <main className={styles.window}>
      <title>{`${t('voteWindow.title')} · ${core('app.name')}`}</title>
      {direction && <VoteOf direction={direction} />}
      <Overlays />
    </main>
  )
}

function VoteOf({ direction }: { direction: Direction }) {
  const { t: core } = useLanguage()
  const session = useSession()
  const target = useSummary().data?.target2
  if (session.status === 'guest') return <Guest direction={direction} />
  if (!target || session.status !== 'user') return <Loading text={core('state.loading')} />
  return <Confirmation direction={direction} target={target} />
}

interface FrameProps {
  direction: Direction
  /** Below the direction. */
  children: ReactNode
  buttons: ReactNode
}

function Frame({ direction, children, buttons }: FrameProps) {
  const refPrice = useSummary().data?.target2.refPrice
  return (
    <>
      <h1 className={styles.direction}>
        <LeveledDirection choice={direction} refPrice={refPrice} />
      </h1>
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </>
  )
}

function Guest({ direction }: { direction: Direction }) {
  const t = useTexts(voteWindowTexts)
  const { desktop } = useServices().platform
  const open = () => {
    desktop?.openMainWindow(PATHS.login)
    window.close()
  }
  return (
    <Frame
      direction={direction}
      buttons={
        <Button kind="primary" onClick={open}>
          {t('voteWindow.open')}
        </Button>
      }
    >
      <p>{t('voteWindow.guest')}</p>
    </Frame>
  )
}

interface ConfirmationProps {
  direction: Direction
  /** The live round. */
  target: Target
}

function Confirmation({ direction, target }: ConfirmationProps) {
  const language = useLanguage()
  const services = useServices()
  const { session, clock } = services
  const t = useTexts(voteWindowTexts)
  const { pageText } = useVotePageText()
  const state = useSession()
  const user = state.status === 'user' ? state.user : null
  const [targetDate, setTargetDate] = useState(target.targetDate)
  const [isSaving, setSaving] = useState(false)
  const [saved, setSaved] = useState<VoteOffer | null>(null)
  const [failure, setFailure] = useState('')
  const isLive = targetDate === target.targetDate
  const { send, isWaiting } = useSendVote({ targetDate, isLive, setTargetDate })
  const latest = useLiveOffers()?.[direction]
  const offer = latest ? storedOffer(direction, latest) : null
  const hasVoted = voteCount(user, clock.now()) > 0

  const vote = async () => {
    if (isSaving) return
    setSaving(true)
    setFailure('')
    try {
      const reply = await send(direction, '')
      if (reply === null) return
      setSaved(storedOffer(direction, reply.offer))
      session.adoptAccess(reply.accessToken)
      void refreshVotes(services)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // The token of another device has the vote.
      if (error instanceof ApiFailure && error.code === 'ALREADY_VOTED') {
        session.renew(session.accessToken() ?? '')
      }
      await loadErrorText(error)
      const [refused, server] = [pageText('write.failed'), pageText('write.serverFailed')]
      setFailure(saveFailureText(language, error, refused, server))
    } finally {
      setSaving(false)
    }
  }

  if (saved) return <Saved direction={direction} offer={saved} />
  if (hasVoted) {
    return (
      <Frame direction={direction} buttons={<CloseButton />}>
        <p role="status">{t('voteWindow.already')}</p>
      </Frame>
    )
  }
  return (
    <Frame
      direction={direction}
      buttons={
        <>
          <Button kind="plain" onClick={() => window.close()}>
            {pageText('write.cancel')}
          </Button>
          <Button kind="primary" autoFocus onClick={vote} aria-disabled={isSaving || undefined}>
            {isWaiting
              ? t('voteWindow.waiting')
              : pageText(isSaving ? 'write.saving' : 'write.submit')}
          </Button>
        </>
      }
    >
      <p>{t('voteWindow.settles', { date: language.format.date(Date.parse(targetDate)) })}</p>
      <p className={styles.offer}>{offer ? <Offer offer={offer} /> : t('voteWindow.waits')}</p>
      {offer && <p className={styles.hint}>{t('voteWindow.moves')}</p>}
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </Frame>
  )
}

function Saved({ direction, offer }: { direction: Direction; offer: VoteOffer }) {
  const { pageText, offerLabel, offerText } = useVotePageText()
  return (
    <Frame direction={direction} buttons={<CloseButton />}>
      <p role="status">{pageText('write.saved')}</p>
      <p className={styles.offer}>{offerLabel('offer.accepted', { offer: offerText(offer) })}</p>
    </Frame>
  )
}

function CloseButton() {
  const t = useTexts(voteWindowTexts)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} kind="primary" onClick={() => window.close()}>
      {t('voteWindow.close')}
    </Button>
  )
}
