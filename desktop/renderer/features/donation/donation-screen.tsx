import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
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
