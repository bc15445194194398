import { donationTexts } from '#shared/i18n/screens/donation.ts'
import { useLanguage } from '../../platform/services.ts'
import { useTexts } from '../../platform/texts.ts'
import { DonationPage } from './ui/donation-page.tsx'

/** Where to donate, for whoever wants to. */
export function Component() {
  const { t } = useLanguage()
  const donation = useTexts(donationTexts)
  return (
    <>
      <title>{`${donation('donation.heading')} · ${t('app.name')}`}</title>
      <DonationPage />
    </>
  )
}
