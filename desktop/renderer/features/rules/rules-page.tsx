import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { FeedLink } from '#desktop/renderer/components/feed-link.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { feedTexts } from '#shared/i18n/screens/feeds.ts'
import { rulesTexts } from '#shared/i18n/screens/rules.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { offers } from '#shared/rules/offer.ts'
import { breakEvenPercent, fairValue } from '#shared/rules/offer-value.ts'
import { FEED_PATHS, PATHS } from '#shared/rules/paths.ts'
import { liveRound, periodStart, waitingRound } from '#shared/rules/schedule.ts'
import { MIN_ACCOUNT_AGE_MS, SEASON_MIN_CALLS } from '#shared/rules/season.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { Fairness } from './fairness.tsx'
import { OfferCalculator } from './offer-calculator.tsx'
import styles from './rules-page.module.css'

/** The rules of rounds and points, with a calculator and the evidence that the offers are fair. */
export function Component() {
  const t = useTexts(rulesTexts)
  const { t: core } = useLanguage()
  return (
    <article className={styles.page}>
      <title>{`${t('title')} · ${core('app.name')}`}</title>
      <header className={styles.header}>
        <BackLink to={PATHS.home} />
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <Section heading={t('rounds.heading')}>
        <p>{t('rounds.open')}</p>
        <p>{t('rounds.settles')}</p>
        <PresentRounds />
      </Section>
      <Section heading={t('settle.heading')}>
        <dl className={styles.outcomes}>
          {DIRECTIONS.map((direction) => (
            <div key={direction}>
              <dt>
                <DirectionMark choice={direction} />
              </dt>
              <dd>{t(`settle.${direction}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('settle.prices')}</p>
        <p>{t('settle.void')}</p>
        <p>{t('settle.words')}</p>
      </Section>
      <Section heading={t('points.heading')}>
        <p>{t('points.offer')}</p>
        <p>{t('points.fair')}</p>
        <WorkedExample />
        <p>{t('points.noPrice')}</p>
        <p>{t('points.never')}</p>
      </Section>
      <OfferCalculator />
      <Section heading={t('edit.heading')}>
        <p>{t('edit.hour')}</p>
        <p>{t('edit.direction')}</p>
        <p>{t('edit.lock')}</p>
      </Section>
      <Fairness />
      <Section anchor="record" heading={t('record.heading')}>
        <p>{t('record.right')}</p>
        <p>{t('record.skill')}</p>
      </Section>
      <Section heading={t('season.heading')}>
        <p>{t('season.text', { min: SEASON_MIN_CALLS, days: MIN_ACCOUNT_AGE_MS / DAY_MS })}</p>
      </Section>
      <Section heading={t('receipt.heading')}>
        <p>{t('receipt.text')}</p>
        <p>
          <Link to={PATHS.verify}>{t('receipt.verify')}</Link>
        </p>
      </Section>
      <Feeds />
    </article>
  )
}

const FEEDS = ['notices', 'suggestions', 'rounds', 'calendar'] as const

/** The feeds that belong to nobody, and the calendar. */
function Feeds() {
  const t = useTexts(feedTexts)
  return (
    <Section anchor="feeds" heading={t('list.heading')}>
      <p>{t('list.lead')}</p>
      <ul className={styles.feeds}>
        {FEEDS.map((name) => (
          <li key={name}>
            <FeedLink path={FEED_PATHS[name]} text={t(`list.${name}`)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The live and the waiting round with their instants in the viewer's zone. */
function PresentRounds() {
  const t = useTexts(rulesTexts)
  const { format } = useLanguage()
  const now = useStore(useServices().seconds, periodStart)
  const rounds = [
    { name: 'live', round: liveRound(now) },
    { name: 'waiting', round: waitingRound(now) },
  ] as const
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t('rounds.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rounds.round')}</th>
            <th scope="col">{t('rounds.opens')}</th>
            <th scope="col">{t('rounds.closes')}</th>
            <th scope="col">{t('rounds.settles.short')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map(({ name, round }) => (
            <tr key={name}>
              <th scope="row">{t(`rounds.${name}`)}</th>
              <td>{format.date(round.opensAt)}</td>
              <td>{format.date(round.closesAt)}</td>
              <td>{format.date(round.targetDate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Friday of a Thursday round, 1 % above the reference, at an ordinary volatility. */
const EXAMPLE = {
  priceNow: '101',
  refPrice: '100',
  s60: 0.02,
  now: Date.UTC(2026, 0, 2, 12),
  targetDate: Date.UTC(2026, 0, 8),
}

function WorkedExample() {
  const t = useTexts(rulesTexts)
  const { format } = useLanguage()
  const { steady } = offers(EXAMPLE)
  return (
    <div className={styles.example}>
      <h3>{t('points.example')}</h3>
      <p>
        {t('points.exampleText', {
          hit: format.signed(steady.hit),
          miss: format.signed(steady.miss),
          chance: breakEvenPercent(steady) ?? 0,
          gain: fairValue(0.8, steady),
          loss: -fairValue(0.6, steady),
        })}
      </p>
    </div>
  )
}
