import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { OfferCalibration } from '#shared/contract/offers.ts'
import { rulesTexts } from '#shared/i18n/screens/rules.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import { OFFER_BIN_MIN_CALLS } from '#shared/rules/offer-bins.ts'
import { percentOf } from '#shared/rules/percent.ts'
import styles from './fairness.module.css'

/** Implied against observed chances: of the calls made here, and of offers on past prices. */
export function Fairness() {
  const t = useTexts(rulesTexts)
  const { data, error, isPending, refetch } = useCalibration()
  return (
    <Section heading={t('fair.heading')}>
      <p>{t('fair.lead', { min: OFFER_BIN_MIN_CALLS })}</p>
      {isPending && <Loading text={t('fair.loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data && <Tables calibration={data} />}
      <p>{t('fair.claim')}</p>
    </Section>
  )
}

function Tables({ calibration: { live, backtest } }: { calibration: OfferCalibration }) {
  const t = useTexts(rulesTexts)
  const present = live.filter(({ version }) => version === OFFER_VERSION)
  const { rounds, from, to } = backtest
  return (
    <div className={styles.pair}>
      <div>
        <h3>{t('fair.live')}</h3>
        {present.length === 0 ? (
          <p>{t('fair.few', { min: OFFER_BIN_MIN_CALLS })}</p>
        ) : (
          <BinTable name={t('fair.live')} bins={present} />
        )}
      </div>
      <div>
        <h3>{t('fair.backtest')}</h3>
        <BinTable name={t('fair.backtest')} bins={backtest.bins} />
        <p className={styles.source}>{t('fair.backtestSource', { rounds, from, to })}</p>
      </div>
    </div>
  )
}

interface BinTableProps {
  name: string
  bins: readonly Omit<OfferCalibration['live'][number], 'version'>[]
}

const percent = (share: number) => Math.round(100 * share)

function BinTable({ name, bins }: BinTableProps) {
  const t = useTexts(rulesTexts)
  const { format } = useLanguage()
  return (
    <table className={`${tables.figures} ${styles.bins}`}>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('fair.implied')}</th>
          <th scope="col">{t('fair.observed')}</th>
          <th scope="col">{t('fair.calls')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ bin: [low, high], calls, right, implied }) => (
          <tr key={low}>
            <th scope="row">{t('fair.bin', { low: percent(low), high: percent(high) })}</th>
            <td>
              <span className={styles.bar} aria-hidden="true">
                <span className={styles.observed} style={{ width: `${(100 * right) / calls}%` }} />
                <span className={styles.implied} style={{ left: `${100 * implied}%` }} />
              </span>
              {percentOf(right, calls)}%
            </td>
            <td>{format.count(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Implied against observed chances of calls made here and of the back-test. */
function useCalibration() {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.calibration,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.offers.calibration.get()),
  })
}
