import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { useSite } from '#desktop/renderer/platform/site.ts'
import type { Site } from '#shared/contract/site.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { AddressCard } from './address-card.tsx'
import styles from './donation-page.module.css'
import { COINS, useEasterEgg } from './easter-egg.ts'

/** Donation addresses. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(donationTexts)
  const { data, error, isPending, refetch } = useSite()
  return (
    <article className="page page-narrow">
      <title>{`${t('donation.heading')} · ${core('app.name')}`}</title>
      <BackLink to={PATHS.home} />
      <header className={styles.header}>
        <h1>{t('donation.heading')}</h1>
        <Heart />
      </header>
      <p>{t('donation.lead')}</p>
      {isPending && <Loading text={core('state.loading')} />}
      {!isPending && !data && <LoadFailure error={error} onRetry={refetch} />}
      {data && <Addresses donation={data.donation} />}
      {!isPending && (
        <p className={styles.smallPrint}>
          {t('donation.fine')} <Link to={PATHS.terms}>{t('donation.terms')}</Link>
        </p>
      )}
    </article>
  )
}

function Addresses({ donation }: { donation: Site['donation'] }) {
  useEasterEgg(donation)
  const { isExample } = donation
  return COINS.map((coin) => (
    <AddressCard key={coin} coin={coin} address={donation[coin]} isExample={isExample} />
  ))
}

/** Animates the heart on each click and shows thanks. */
function Heart() {
  const t = useTexts(donationTexts)
  const [beats, setBeats] = useState(0)
  return (
    <span className={styles.heartBox}>
      <button
        type="button"
        data-egg="heart"
        className={styles.heart}
        aria-label={t('donation.heart')}
        onClick={() => setBeats(beats + 1)}
      >
        <svg
          key={beats}
          className={beats > 0 ? styles.beat : ''}
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <path d="M12 20.5 4.1 12.6a5 5 0 0 1 7.1-7.1l.8.8.8-.8a5 5 0 0 1 7.1 7.1z" />
        </svg>
      </button>
      <span className={styles.thanks} role="status">
        {beats > 0 && t('donation.thanks')}
      </span>
    </span>
  )
}
