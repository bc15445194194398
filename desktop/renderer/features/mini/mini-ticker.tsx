import { useStore } from 'zustand'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { BandScale } from '#desktop/renderer/features/home/band-gauge.tsx'
import { CurrentPrice } from '#desktop/renderer/features/market/live-price.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { OpenWorth } from '#desktop/renderer/features/own-votes/open-worth.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { bandPrices, DIRECTION_MARKS } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import { MarketBadge, Position, PriceState, StateDot } from './mini-price.tsx'
import styles from './mini-ticker.module.css'
import { MiniVote } from './mini-vote.tsx'

/** The mini ticker's window: price, its position in the live round, and the own vote. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const { desktop } = useServices().platform
  return (
    <>
      <title>{`${t('mini.title')} · ${core('app.name')}`}</title>
      {desktop && <Ticker desktop={desktop} />}
    </>
  )
}

function Ticker({ desktop }: { desktop: DesktopFeatures }) {
  const size = useStore(desktop.settings, ({ miniSize }) => miniSize)
  const isLocked = useStore(desktop.settings, ({ isMiniLocked }) => isMiniLocked)
  const summary = useSummary().data
  const Size = { small: Small, medium: Medium, large: Large }[size]
  return (
    <main className={`${styles.mini} ${styles[size]}`} data-locked={isLocked || undefined}>
      <WindowButtons desktop={desktop} />
      <Size target={summary?.target2} />
    </main>
  )
}

interface SizeProps {
  /** The live round; undefined while it is unknown. */
  target: Target | undefined
}

/** One line: state, price, change and the own direction. */
function Small({ target }: SizeProps) {
  const { t: core } = useLanguage()
  return (
    <>
      <h1 className="visually-hidden">{core('price.heading')}</h1>
      <StateDot />
      <Price />
      {target?.refPrice && <Position refPrice={target.refPrice} isShort />}
      <MarketBadge isShort />
      {target && <MiniVote target={target} form="direction" />}
    </>
  )
}

function Medium({ target }: SizeProps) {
  return (
    <>
      <Header />
      <div className={styles.now}>
        <Price />
        <PriceState />
      </div>
      <div className={styles.round}>
        {target?.refPrice && <Position refPrice={target.refPrice} />}
        {target && <TimeLeft target={target} />}
      </div>
      <div className={styles.own}>{target && <MiniVote target={target} form="line" />}</div>
    </>
  )
}

function Large({ target }: SizeProps) {
  return (
    <>
      <Header />
      <div className={styles.now}>
        <Price />
        <PriceState />
      </div>
      {target?.refPrice && <Band refPrice={target.refPrice} />}
      <div className={styles.round}>
        {target?.refPrice && <Position refPrice={target.refPrice} />}
        {target && <TimeLeft target={target} />}
      </div>
      <div className={styles.own}>
        {target && <MiniVote target={target} form="worth" />}
        <OpenWorth className={styles.open} />
      </div>
    </>
  )
}

function Header() {
  const { t: core } = useLanguage()
  return (
    <div className={styles.header}>
      <h1 className={styles.pair}>{core('price.heading')}</h1>
      <MarketBadge />
    </div>
  )
}

function Price() {
  return (
    <p className={styles.price} data-testid="price">
      <CurrentPrice places={2} />
    </p>
  )
}

/** The price on the scale of the band, with its edges. */
function Band({ refPrice }: { refPrice: string }) {
  const { format } = useLanguage()
  const { up, down } = bandPrices(refPrice)
  return (
    <div className={styles.band}>
      <BandScale refPrice={refPrice} />
      <p className={styles.edges}>
        <span data-direction="down">
          {DIRECTION_MARKS.down} {format.price(down, 0)}
        </span>
        <span>{format.price(refPrice, 0)}</span>
        <span data-direction="up">
          {DIRECTION_MARKS.up} {format.price(up, 0)}
        </span>
      </p>
    </div>
  )
}

/** The time left to vote. */
function TimeLeft({ target }: { target: Target }) {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const { closesAt } = roundOfTarget(Date.parse(target.targetDate))
  return (
    <p className={styles.left} title={t('mini.closesIn')}>
      <span className="visually-hidden">{t('mini.closesIn')} </span>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" />
        <path d="M8 4.5V8l2.25 1.75" />
      </svg>
      <Countdown until={closesAt} over={core('round.closed')} />
    </p>
  )
}

/** Opens the main window; closes the ticker. */
function WindowButtons({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(miniTexts)
  const close = () => {
    // The setting closes the window in the main process; without it the window closes itself.
    desktop.writeSettings({ isMiniOpen: false }).catch(() => window.close())
  }
  return (
    <div className={styles.buttons}>
      <IconButton
        name={t('mini.open')}
        path="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
        onClick={() => desktop.openMainWindow(PATHS.home)}
      />
      <IconButton name={t('mini.close')} path={CLOSE_ICON} onClick={close} />
    </div>
  )
}
