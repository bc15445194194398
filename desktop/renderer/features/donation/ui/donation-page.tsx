import { Link } from 'react-router-dom'
import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { COINS } from '#desktop/renderer/features/donation/model/coin.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useSite } from '#desktop/renderer/platform/site-query.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { Site } from '#shared/contract/site.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { AddressCard } from './address-card.tsx'
import styles from './donation-page.module.css'
import { Heart } from './heart.tsx'
import { useEgg } from './use-egg.ts'

export function DonationPage() {
  const language = useLanguage()
  const t = useTexts(donationTexts)
  const { data, error, isPending, refetch } = useSite()
  return (
    <article className={styles.page}>
      <BackLink to={PATHS.home} text={language.t('nav.back')} />
      <header className={styles.head}>
        <h1>{t('donation.heading')}</h1>
        <Heart />
      </header>
      <p>{t('donation.lead')}</p>
      {isPending && <Loading text={language.t('state.loading')} />}
      {!isPending && !data && (
        <Failure
          text={`${language.t('state.failed')} ${failureText(language, error)}`.trim()}
          retryText={language.t('state.retry')}
          onRetry={() => refetch()}
        />
      )}
      {data && <Addresses donation={data.donation} />}
      <p className={styles.fine}>
        {t('donation.fine')} <Link to={PATHS.terms}>{t('donation.terms')}</Link>
      </p>
    </article>
  )
}

function Addresses({ donation }: { donation: Site['donation'] }) {
  useEgg(donation)
  const { isExample } = donation
  return COINS.map((coin) => (
    <AddressCard key={coin} coin={coin} address={donation[coin]} isExample={isExample} />
  ))
}
