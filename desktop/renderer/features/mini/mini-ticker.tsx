import { Badge } from '#desktop/renderer/components/badge.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import {
  CurrentPrice,
  PriceAge,
  useBand,
  useFreshness,
} from '#desktop/renderer/features/market/live-price.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import {
  useLanguage,
  useLinkState,
  useLivePrice,
  useServices,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import type { Target } from '#shared/contract/summary.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import styles from './mini-ticker.module.css'

/** The mini ticker's window: price, its position in the live round, and the end of voting. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const summary = useSummary().data
  return (
    <main className={styles.mini}>
      <title>{`${t('mini.title')} · ${core('app.name')}`}</title>
      <div className={styles.header}>
        <h1 className={styles.pair}>{core('price.heading')}</h1>
        <MarketBadge />
        <WindowButtons />
      </div>
      <div className={styles.now}>
        <p className={styles.price} data-testid="price">
          <CurrentPrice places={2} />
        </p>
        <PriceState />
      </div>
      <div className={styles.round}>{summary && <LiveRound target={summary.target2} />}</div>
    </main>
  )
}

/** Marks a simulated or replayed price. */
function MarketBadge() {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const market = useLivePrice()?.market
  if (market !== 'simulated' && market !== 'replay') return null
  return (
    <span title={core(`price.${market}`)}>
      <Badge tone="warn">{t(`mini.${market}`)}</Badge>
    </span>
  )
}

/** Freshness of the price, the age of an old one, and the lost connection. */
function PriceState() {
  const { t } = useLanguage()
  const link = useLinkState()
  const freshness = useFreshness()
  const isLinkDown = isDown(link)
  const isGood = freshness === 'live' && !isLinkDown
  if (!freshness && !isLinkDown) return null
  const downText = t(link === 'failing' ? 'link.failing' : 'link.badge')
  return (
    <p className={`${styles.state} ${isGood ? styles.good : styles.warn}`}>
      <span className={styles.word}>
        {isLinkDown ? downText : freshness && t(`price.${freshness}`)}
      </span>
      {freshness !== null && freshness !== 'live' && <PriceAge />}
    </p>
  )
}

/** Position of the price in the live round, and the time left to vote. */
function LiveRound({ target }: { target: Target }) {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const { closesAt } = roundOfTarget(Date.parse(target.targetDate))
  return (
    <>
      {target.refPrice !== null && <Position refPrice={target.refPrice} />}
      <p className={styles.left} title={t('mini.closesIn')}>
        <span className="visually-hidden">{t('mini.closesIn')} </span>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" />
          <path d="M8 4.5V8l2.25 1.75" />
        </svg>
        <Countdown until={closesAt} over={core('round.closed')} />
      </p>
    </>
  )
}

function Position({ refPrice }: { refPrice: string }) {
  const { format } = useLanguage()
  const price = useLivePrice()
  const band = useBand(refPrice)
  if (!price || !band) return null
  return (
    <p className={styles.position}>
      <DirectionMark choice={band} /> <b>{format.change(priceChange(price.value, refPrice))}</b>
    </p>
  )
}

/** Opens the main window; closes the ticker. */
function WindowButtons() {
  const t = useTexts(miniTexts)
  const { desktop } = useServices().platform
  const open = () => desktop?.openMainWindow(PATHS.home)
  const close = () => {
    // The setting closes the window in the main process; without it the window closes itself.
    desktop?.writeSettings({ isMiniOpen: false }).catch(() => window.close())
  }
  return (
    <div className={styles.buttons}>
      <IconButton
        name={t('mini.open')}
        path="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
        onClick={open}
      />
      <IconButton name={t('mini.close')} path="m4 4 8 8M12 4l-8 8" onClick={close} />
    </div>
  )
}

interface IconButtonProps {
  name: string
  /** SVG path in a box of 16. */
  path: string
  onClick: () => void
}

function IconButton({ name, path, onClick }: IconButtonProps) {
  return (
    <button type="button" onClick={onClick} title={name} aria-label={name}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
